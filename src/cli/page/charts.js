/* Drawings: SVG of the width there is, drawn again when that changes. */
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes))
        node.setAttribute(key, value);
    if (text !== undefined)
        node.textContent = text;
    return node;
}

function canvas(height, label) {
    const svg = shape("svg", { height, role: "img", "aria-label": label });
    return svg;
}

/* Calls draw(svg, width) now and whenever the width changes. */
function keepDrawn(svg, draw) {
    let last = 0;
    const again = () => {
        const width = svg.clientWidth || 600;
        if (width === last)
            return;
        last = width;
        svg.replaceChildren();
        svg.setAttribute("viewBox", `0 0 ${width} ${svg.getAttribute("height")}`);
        draw(svg, width);
    };
    new ResizeObserver(again).observe(svg);
    again();
}

/* Least, quartiles, median and most of a candidate on a common scale. */
function drawSpread(svg, width, candidate, most) {
    const x = (us) => (us / most) * (width - 4) + 2;
    const add = (name, attributes) => svg.append(shape(name, attributes));
    if (candidate.most_us) {
        add("path", {
            class: "whisker",
            d: `M${x(candidate.least_us)} 10H${x(candidate.most_us)}`,
        });
        add("rect", {
            class: candidate.status === "won" ? "chosen" : "original",
            x: x(candidate.q1_us), y: 4, height: 12,
            width: Math.max(1, x(candidate.q3_us) - x(candidate.q1_us)),
        });
    }
    add("path", { class: "median", d: `M${x(candidate.median_us)} 2V18` });
}

function spreadOf(candidate, most) {
    const svg = canvas(20, candidate.most_us
        ? `from ${time(candidate.least_us)} to ${time(candidate.most_us)}`
        : `one sample, ${time(candidate.median_us)}`);
    keepDrawn(svg, (to, width) => drawSpread(to, width, candidate, most));
    return svg;
}

/* Net time by substituted launches: a line from minus the cost upwards. */
function drawCurve(svg, width, kernel) {
    const each = kernel.saved_ms / kernel.substituted;
    const end = Math.max(kernel.substituted, kernel.break_even || 0) * 1.1;
    const low = Math.min(-kernel.tuning_ms, kernel.saved_ms - kernel.tuning_ms, 0);
    const high = Math.max(end * each - kernel.tuning_ms, 0);
    const x = (launches) => (launches / end) * (width - 70) + 64;
    const y = (ms) => 12 + ((high - ms) / (high - low || 1)) * 112;
    const net = (launches) => launches * each - kernel.tuning_ms;
    const line = (kind, d) => svg.append(shape("path", { class: kind, d }));
    const say = (at, to, text, anchor) => svg.append(shape("text",
        { x: at, y: to, "text-anchor": anchor }, text));

    line("axis", `M64 8V124M64 ${y(0)}H${width - 6}`);
    line("curve", `M${x(0)} ${y(net(0))}L${x(end)} ${y(net(end))}`);
    svg.append(shape("circle", {
        class: "chosen", r: 4,
        cx: x(kernel.substituted), cy: y(net(kernel.substituted)),
    }));
    if (kernel.break_even && kernel.break_even <= end)
        line("mark", `M${x(kernel.break_even)} 8V124`);
    say(60, y(0) + 4, "0", "end");
    if (y(low) - y(0) > 14)
        say(60, y(low) + 4, time(low * 1e3), "end");
    if (y(0) - y(high) > 14)
        say(60, y(high) + 4, time(high * 1e3), "end");
    say(width - 6, 142, `${Math.round(end)} launches`, "end");
}

function curveOf(kernel) {
    const svg = canvas(148, `${kernel.kernel}: net time by launches`);
    keepDrawn(svg, (to, width) => drawCurve(to, width, kernel));
    return svg;
}

/* Tuning above, launches below, and under them what is in force: no span hides
   another. */
const LANES = {
    tuning: { y: 18, height: 8 },
    chosen: { y: 28, height: 10 },
    force: { y: 38, height: 2 },
};
const ROW = 46;

/* Rows of spans; each span is {row, from, to, kind, text}, in ms. */
function drawSpans(svg, width, rows, spans, total) {
    const x = (ms) => (ms / total) * (width - 8) + 4;
    rows.forEach((row, i) => {
        svg.append(shape("text", { x: 4, y: i * ROW + 12 }, row));
        svg.append(shape("path", {
            class: "axis", d: `M4 ${i * ROW + 39.5}H${width - 4}`,
        }));
    });
    for (const span of spans) {
        const rect = shape("rect", {
            class: span.kind, x: x(span.from),
            y: span.row * ROW + LANES[span.kind].y,
            height: LANES[span.kind].height,
            width: Math.max(2, x(span.to) - x(span.from)),
        });
        rect.append(shape("title", {}, span.text));
        svg.append(rect);
    }
    svg.append(shape("text", { x: 4, y: rows.length * ROW + 12 }, "start"));
    svg.append(shape("text", {
        x: width - 4, y: rows.length * ROW + 12, "text-anchor": "end",
    }, time(total * 1e3)));
}

function spansOf(rows, spans, total, label) {
    const svg = canvas(rows.length * ROW + 18, label);
    keepDrawn(svg, (to, width) => drawSpans(to, width, rows, spans, total));
    return svg;
}
