/* The page: tables and figures from the JSON of `netcl-tune report --json`. */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const ORIGINAL = "original";
const FEW = 6;

/* ---- words ---- */

function digits(number) {
    const size = Math.abs(number);
    return number.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

function time(us) {
    const size = Math.abs(us);
    if (size < 999.5)
        return `${digits(us)} us`;
    return size < 999500 ? `${digits(us / 1e3)} ms` : `${digits(us / 1e6)} s`;
}

function choiceText(choice) {
    return Array.isArray(choice) ? choice.join(" ") : String(choice);
}

function shapeText(key) {
    return key.shape ? key.shape.join(", ") : "";
}

function isOriginal(key) {
    return key.choice === ORIGINAL;
}

/* ---- elements; all texts go in as text ---- */

function element(name, properties, ...children) {
    const node = document.createElement(name);
    Object.assign(node, properties);
    node.append(...children.filter((child) => child !== null));
    return node;
}

/* A number as people read it, with the log's own beside it. */
function figure(value, text) {
    const node = element("data", {}, text === undefined ? String(value) : text);
    node.setAttribute("value", value);
    node.title = String(value);
    return node;
}

function table(titles, rows) {
    const head = titles.map((title) =>
        element("th", { scope: "col", className: title.class || "" },
                title.text || title));
    return element("div", { className: "wide", tabIndex: 0 },
        element("table", {},
            element("thead", {}, element("tr", {}, ...head)),
            element("tbody", {}, ...rows)));
}

function row(...cells) {
    return element("tr", {}, ...cells.map((cell) =>
        cell instanceof HTMLTableCellElement ? cell
                                             : element("td", {}, cell)));
}

function number(value, text) {
    return element("td", { className: "number" },
                   value === undefined ? "" : figure(value, text));
}

function put(id, ...children) {
    document.getElementById(id).append(...children);
}

function nothing(id, text) {
    put(id, element("p", {}, text));
}

/* ---- totals ---- */

function total(name, node) {
    return element("div", {}, element("dt", {}, name), element("dd", {}, node));
}

function putTotals() {
    const net = data.saved_ms - data.tuning_ms;
    const devices = new Set();
    for (const kernel of data.kernels)
        for (const key of kernel.keys)
            devices.add(`${key.device} (driver ${key.driver})`);
    put("source", [...devices].join(", ") || "no device",
        `. Data: ${data.logs.join(", ")}; ${data.processes.length} process`,
        data.processes.length === 1 ? "." : "es.");
    put("totals",
        total("launches", figure(data.launches)),
        total("substituted", figure(data.substituted)),
        total("saved", figure(data.saved_ms, time(data.saved_ms * 1e3))),
        total("tuning took", figure(data.tuning_ms, time(data.tuning_ms * 1e3))),
        total("net", element("span", { className: net < 0 ? "bad" : "good" },
                             time(net * 1e3))));
}

/* ---- bars ---- */

function bar(kind, us, most) {
    const inner = element("i", { className: kind });
    inner.style.width = `${(100 * us) / most}%`;
    return element("div", { className: "bar" }, element("span", {}, kind), inner,
                   element("span", { className: "number" }, figure(us, time(us))));
}

function verdict(key) {
    if (isOriginal(key))
        return `the original stays: ${key.meaning || key.reason || "as it is"}`;
    return element("span", {},
        element("span", { className: "choice" }, choiceText(key.choice)), " is ",
        element("strong", { className: "good" },
                figure(key.speedup, `${digits(key.speedup)} times`)),
        " as fast, ", key.exact ? "exact" : "inexact, error ",
        key.exact ? null : figure(key.max_rel));
}

function barsOf(kernel, key) {
    const most = Math.max(key.original_us, key.chosen_us);
    const bars = [];
    if (key.original_us > 0)
        bars.push(bar("original", key.original_us, most));
    if (key.chosen_us > 0 && !isOriginal(key))
        bars.push(bar("chosen", key.chosen_us, most));
    return element("figure", {},
        element("figcaption", {}, `${kernel.kernel} ${shapeText(key)}`),
        element("p", {}, verdict(key)), ...bars);
}

/* The first few are to be seen, the others to be opened. */
function putFew(id, figures, none) {
    if (!figures.length)
        return nothing(id, none);
    put(id, ...figures.slice(0, FEW));
    if (figures.length > FEW)
        put(id, element("details", {},
            element("summary", {}, `${figures.length - FEW} more`),
            ...figures.slice(FEW)));
}

function putBars() {
    const figures = data.kernels.flatMap((kernel) =>
        kernel.keys.map((key) => barsOf(kernel, key)));
    putFew("bars", figures, "Nothing was decided.");
}

/* ---- break-even ---- */

function evenOf(kernel) {
    const text = kernel.break_even === undefined
        ? "none, as it was" : element("span", {}, "after ",
            figure(kernel.break_even), " substituted launches");
    return element("figure", {},
        element("figcaption", {}, kernel.kernel),
        element("p", {}, "Tuning took ",
            figure(kernel.tuning_ms, time(kernel.tuning_ms * 1e3)), ", ",
            figure(kernel.substituted), " of ", figure(kernel.launches),
            " launches substituted saved ",
            figure(kernel.saved_ms, time(kernel.saved_ms * 1e3)),
            "; break-even: ", text, "."),
        curveOf(kernel));
}

function putCurves() {
    const some = data.kernels.filter((kernel) => kernel.substituted > 0);
    putFew("curves", some.map(evenOf),
           "Nothing was substituted, or no program has ended yet.");
}

/* ---- time line ---- */

/* When the process's last sign of life came, in ms since its first. */
function endOf(process) {
    const last = process.decisions[process.decisions.length - 1];
    const text = process.end || (last ? last.time : process.start);
    return Math.max(Date.parse(text) - Date.parse(process.start),
                    ...process.spells.map(doneBy), 1);
}

/* Programs may hand over in a moment what the device takes long for. */
function doneBy(spell) {
    return Math.max(spell.to_ms, spell.from_ms + spell.device_ms);
}

function spansOfDecision(decision, when, end) {
    const spans = [];
    if (decision.elapsed_ms > 0)
        spans.push({ kind: "tuning", to: when,
                     from: Math.max(0, when - decision.elapsed_ms),
                     text: `${decision.key}: tuned` });
    if (decision.choice !== ORIGINAL)
        spans.push({ kind: "force", from: when, to: end,
                     text: `${choiceText(decision.choice)} from here on` });
    return spans;
}

function spellText(spell) {
    const came = time((spell.to_ms - spell.from_ms) * 1e3);
    const took = time(spell.device_ms * 1e3);
    return `${spell.launches} launches came in ${came}`
        + (spell.device_ms > 0 ? ` and took ${took} by the medians` : "");
}

function spansOfProcess(process) {
    const end = endOf(process);
    const rows = [], spans = [];
    const rowOf = (kernel) => {
        if (!rows.includes(kernel))
            rows.push(kernel);
        return rows.indexOf(kernel);
    };
    for (const decision of process.decisions) {
        const when = Date.parse(decision.time) - Date.parse(process.start);
        for (const span of spansOfDecision(decision, when, end))
            spans.push({ row: rowOf(decision.kernel), ...span });
        rowOf(decision.kernel); /* it has a row where nothing came of it, too */
    }
    for (const spell of process.spells)
        spans.push({ row: rowOf(spell.kernel), kind: "chosen",
                     from: spell.from_ms, to: doneBy(spell),
                     text: spellText(spell) });
    return { rows, spans, end };
}

function decisionRow(process, decision) {
    const after = Date.parse(decision.time) - Date.parse(process.start);
    return row(decision.kernel, number(after, time(after * 1e3)),
               decision.origin,
               number(decision.tuning_ms, time(decision.tuning_ms * 1e3)),
               element("td", { className: "choice" },
                       choiceText(decision.choice)));
}

function spellRow(spell) {
    return row(spell.kernel,
               number(spell.from_ms, time(spell.from_ms * 1e3)),
               number(spell.to_ms, time(spell.to_ms * 1e3)),
               number(spell.launches),
               spell.device_ms > 0
                   ? number(spell.device_ms, time(spell.device_ms * 1e3))
                   : element("td", { className: "number" }, "-"));
}

function numberTitle(text) {
    return { text, class: "number" };
}

function tablesOf(process) {
    const tables = element("details", {}, element("summary", {}, "As tables"),
        table(["kernel", numberTitle("decided after"), "origin",
               numberTitle("tuning took"), "choice"],
              process.decisions.map((d) => decisionRow(process, d))));
    if (process.spells.length)
        tables.append(table(["kernel", numberTitle("launched from"),
                             numberTitle("to"), numberTitle("launches"),
                             numberTitle("took, by the medians")],
                            process.spells.map(spellRow)));
    return tables;
}

/* What a colour means; the box stays on a line with the first word. */
function legend(kind, first, rest) {
    return element("span", {},
        element("span", { className: "legend" },
            element("span", { className: `sample ${kind}` }, "\u00a0\u00a0"),
            ` ${first}`), rest);
}

function isTold(process) {
    return process.spells.length > 0 ||
           process.decisions.every((decision) => decision.choice === ORIGINAL);
}

function lineOf(process) {
    const name = `${process.program || "process"} ${process.pid}`;
    const line = spansOfProcess(process);
    return element("figure", {}, element("figcaption", {}, name),
        element("p", {}, "From ", process.start, process.end
            ? ` to ${process.end}` : ", its end is not known", ". ",
            legend("tuning", "tuning", ", "),
            legend("chosen", "launches", " that were substituted, "),
            legend("force", "decided", " so from there on."),
            isTold(process) ? "" : " When it launched them, the log does not"
            + " say: the process has not ended in order, or no launch came."),
        spansOf(line.rows, line.spans, line.end,
                `${name}: what was tuned and launched when`),
        tablesOf(process));
}

function putLines() {
    const some = data.processes.filter((process) =>
        process.decisions.length + process.spells.length > 0);
    putFew("lines", some.map(lineOf), "Nothing was decided.");
}

/* ---- candidates ---- */

function why(candidate) {
    const text = data.statuses[candidate.status] || "";
    const cell = element("td", { className: "why" }, text);
    if (candidate.max_rel > 0)
        cell.append(", relative error ", figure(candidate.max_rel));
    return cell;
}

function candidateRow(candidate, most) {
    const measured = candidate.median_us > 0;
    const cell = element("td", {}, measured ? spreadOf(candidate, most) : "");
    cell.style.minWidth = "9rem";
    return row(
        element("td", { className: "choice" }, choiceText(candidate.choice)),
        element("td", { className: `status-${candidate.status}` }, candidate.status),
        number(measured ? candidate.median_us : undefined,
               measured ? time(candidate.median_us) : ""),
        cell, number(candidate.samples), why(candidate));
}

function candidatesOf(kernel, key) {
    const times = key.candidates.map((c) => c.most_us || c.median_us || 0);
    const sorted = [...key.candidates].sort((a, b) =>
        (a.median_us || Infinity) - (b.median_us || Infinity));
    const box = element("details", {},
        element("summary", {}, `${kernel.kernel} ${shapeText(key)}: `,
                figure(key.candidates.length), " candidates"));
    /* Drawn when it is opened: closed, it has no width. */
    box.append(table(
        ["candidate", "status", { text: "median", class: "number" }, "spread",
         { text: "samples", class: "number" }, "why"],
        sorted.map((candidate) => candidateRow(candidate, Math.max(...times)))));
    return box;
}

function putCandidates() {
    let count = 0;
    for (const kernel of data.kernels)
        for (const key of kernel.keys.filter((k) => k.candidates.length)) {
            const box = candidatesOf(kernel, key);
            box.open = count++ === 0;
            put("candidates", box);
        }
    if (!count)
        nothing("candidates", "Nothing was measured in these runs.");
}

/* ---- the rest ---- */

function putSkips() {
    if (!data.skips.length)
        return nothing("skips", "No kernel was left alone.");
    put("skips", table(["kernel", "reason", "what it means", "what would help"],
        data.skips.map((skip) => row(skip.kernel, skip.reason,
                                     skip.meaning || "", skip.advice || ""))));
}

function settingsOf(process) {
    const rows = Object.entries(process.settings).map(([name, value]) =>
        row(element("td", {}, element("code", {}, name)), value || "not set"));
    return element("details", {},
        element("summary", {},
                `${process.program || "process"} ${process.pid}, netcl-tune `
                + (process.version || "of an older version")),
        table(["setting", "value"], rows));
}

function putProcesses() {
    const devices = new Set();
    for (const kernel of data.kernels)
        for (const key of kernel.keys)
            devices.add(`${key.device}, driver ${key.driver}`);
    put("processes", element("ul", {},
        ...[...devices].map((device) => element("li", {}, device))));
    for (const process of data.processes)
        put("processes", settingsOf(process));
}

putTotals();
putBars();
putCurves();
putLines();
putCandidates();
putSkips();
putProcesses();
