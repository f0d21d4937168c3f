#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""messages.py SOURCES: each error message of the sources against the table in
doc/troubleshooting.md: whether it is there, and whether the test that the table
names has it. Prints what is missing; --list prints all."""
import pathlib
import re
import sys

CALLS = r"\b(?:netcl_diag_error|netcl_args_fail|netcl_json_fail|refuse|name_once)\("
STRING = r'"((?:[^"\\]|\\.)*)"'
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
    return re.sub(r'"\s*"', "", text.replace("\\\n", ""))


def messages(root):
    for path in sorted((root / "src").rglob("*.c")):
        text = path.read_text()
        for call in re.finditer(CALLS, text):
            for literal in re.findall(STRING, joined(arguments(text, call.end()))):
                message = literal.replace('\\"', '"')
                parts = re.split(FORMAT, message)
                fragment = max(parts, key=len).strip(" :,;")
                if len(fragment) > 5 and " " in fragment.strip():
                    yield path.relative_to(root), message, fragment


def row_of(table, fragment):
    """The line of the table with this message in its first column."""
    return next((line for line in table if fragment in line.split(" | ")[0]), None)


def test_text(root, row):
    """What the test that the row names has in it; None: it is not there."""
    name = re.search(r"`([^`]*)` \|$", row)
    if not name:
        return ""
    path = root / "tests" / name.group(1)
    if path.is_dir():
        path = path / "expected"
    return joined(path.read_text()).replace('\\"', '"') if path.is_file() else None


def problems(root):
    table = (root / "doc/troubleshooting.md").read_text().splitlines()
    for path, message, fragment in messages(root):
        row = row_of(table, fragment)
        if not row:
            yield f"{path}: not in the table: {message}"
            continue
        if row.endswith("| - |"):  # no memory: said to have no test
            continue
        text = test_text(root, row)
        if text is None:
            yield f"{path}: no such test: {row}"
        elif fragment not in text:
            yield f"{path}: not in its test: {message}"


def main():
    root = pathlib.Path(sys.argv[-1])
    if "--list" in sys.argv:
        for path, message, _ in messages(root):
            print(f"{path}: {message}")
        return 0
    found = list(problems(root))
    print("\n".join(found))
    return bool(found)


sys.exit(main())
