#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""messages.py SOURCES: each error message of the sources against the table in
doc/troubleshooting.md: whether it is there, and whether the test that the table
names has it; whether it says what to do next; and whether the table has any
that nobody says. Prints what is wrong; --list prints all messages."""
import pathlib
import re
import sys

CALLS = r"\b(?:netcl_diag_error|netcl_args_fail|netcl_json_fail|refuse|name_once)\("
STRING = r'"((?:[^"\\]|\\.)*)"'
# Functions of one file that make or hand on what another says.
OWN_CALLS = {"src/decide/layer.c": r"\bsnprintf\(", "src/match/expr.c": r"\bfail\("}
# What only puts a name before what was said elsewhere.
PREFIXES = {
    "src/base/json.c": ["%s: %s%s%s (%s)"],
    "src/decide/layer.c": ["%s: %s", "%s.broken-%u"],
    "src/door/public.c": ["netcl_autotune: %s: %s"],
    "src/match/loader.c": ['"%s" %s'],
}
FORMAT = r"%[-+ #0-9.*]*(?:l|ll|z|h)?[a-zA-Z]"


def arguments(text, start):
    """The text up to the parenthesis that closes what is open at `start`."""
    depth, at, quoted = 1, start, False
    while depth:
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        else:
            depth += (char == "(") - (char == ")")
        at += 1
    return text[start:at - 1]


def joined(text):
    """With neighbouring string literals in one, and no line continuations."""
    return re.sub(r'(?<!\\)"\s*"', "", text.replace("\\\n", ""))


def parts_of(message):
    """What is the same whatever the message names: the longest first."""
    parts = [part.strip(" :,;\n") for part in re.split(FORMAT, message)]
    return sorted((part for part in parts if len(re.findall("[a-z]", part)) > 3),
                  key=len, reverse=True)


def messages(root):
    for path in sorted((root / "src").rglob("*.c")):
        name, text = str(path.relative_to(root)), path.read_text()
        calls = f"{CALLS}|{OWN_CALLS[name]}" if name in OWN_CALLS else CALLS
        for call in re.finditer(calls, text):
            for literal in re.findall(STRING, joined(arguments(text, call.end()))):
                message = literal.replace('\\"', '"')
                if message not in PREFIXES.get(name, []):
                    yield name, call.group(), message


def is_message(message):
    """Not a word that another message is completed by."""
    return " " in message.strip() or "%" in message


def says_what_to_do(call, message):
    """In brackets as a rule. What netcl_args_fail and netcl_json_fail are handed
    gets a hint from them, and so does what others hand on."""
    return not call.startswith("netcl_diag_error") or bool(
        re.search(r"\([a-z-]{2}[^()]*\)", message) or
        re.search(r"using %|\bsay\b|link to it|is not (one of|a whole number)",
                  message))


def rows_of(table, parts):
    """The lines of the table with this message in their first column."""
    return [line for line in table
            if all(part in line.split(" | ")[0] for part in parts)]


def test_text(root, row):
    """What the test that the row names has in it; None: it is not there."""
    name = re.search(r"`([^`]*)` \|$", row)
    if not name:
        return ""
    path = root / "tests" / name.group(1)
    if path.is_dir():
        path = path / "expected"
    return joined(path.read_text()).replace('\\"', '"') if path.is_file() else None


def problem(root, table, message):
    parts = parts_of(message)
    if not parts:
        return "says nothing of what to do"
    rows = rows_of(table, parts)
    if not rows:
        return "not in the table"
    if any(row.endswith("| - |") for row in rows):  # said to have no test
        return None
    texts = [test_text(root, row) for row in rows]
    if None in texts:
        return "no such test as the table names"
    return None if any(parts[0] in text for text in texts) else "not in its test"


def problems(root):
    lines = (root / "doc/troubleshooting.md").read_text().splitlines()
    table = [line for line in lines if line.startswith("| `")]
    said = set()
    for path, call, message in messages(root):
        if not is_message(message):
            continue
        if not says_what_to_do(call, message):
            yield f"{path}: does not say what to do: {message}"
        said.update(rows_of(table, parts_of(message) or ["\n"]))
        wrong = problem(root, table, message)
        if wrong:
            yield f"{path}: {wrong}: {message}"
    for row in table:
        if row not in said:
            yield f"doc/troubleshooting.md: nobody says so: {row}"


def main():
    root = pathlib.Path(sys.argv[-1])
    if "--list" in sys.argv:
        for path, _, message in messages(root):
            print(f"{path}: {message}")
        return 0
    found = list(problems(root))
    print("\n".join(found))
    return bool(found)


sys.exit(main())
