"""readers.py - what the machine modes write, read by somebody else.

Run by test_readers.sh with the program's path; prints `N passed, N failed`.
Readers: Python's csv, json, html and sqlite3 modules; pyarrow if it is there.
"""

import csv
import html.parser
import io
import json
import math
import sqlite3
import subprocess
import sys

SHADE = sys.argv[1]
passed = failed = 0

TEXTS = [
    "plain", "", " lead", "trail ", 'say "hi"', "it's", "a,b;c|d", "tab\there",
    "line\nbreak", "cr\rhere", "crlf\r\n", "back\\slash", "\\N", "NULL", "null",
    "\x01\x1b[31m", "é 李雷 👨‍👩‍👧 \U0001f1e9\U0001f1ea", "<b>&amp;</b>", "# no comment", "=1+1",
    "true", "007", "1e5", "$x {y} :z", "\u2028\u2029", "e\u0301", "--", "x" * 5000,
]


def claim(what, got, wanted):
    global passed, failed
    if got == wanted:
        passed += 1
        return
    failed += 1
    print(f"not ok: {what}\n    got:    {got!r:.400}\n    wanted: {wanted!r:.400}")


def run(mode, sql):
    done = subprocess.run([SHADE, "-m", mode, "-c", sql], capture_output=True)
    if done.returncode:
        print(done.stderr.decode())
    return done.stdout


def literal(text):
    """A SQL string; characters that a command line cannot hold by chr()."""
    parts = []
    for c in text:
        if ord(c) < 32:
            parts.append(f"chr({ord(c)})")
        elif parts and parts[-1].startswith("'"):
            parts[-1] = parts[-1][:-1] + c.replace("'", "''") + "'"
        else:
            parts.append("'" + c.replace("'", "''") + "'")
    return " || ".join(parts) or "''"


def table():
    rows = [f"({i}, {literal(t)})" for i, t in enumerate(TEXTS)]
    rows.append(f"({len(TEXTS)}, NULL)")
    return "SELECT * FROM (VALUES " + ", ".join(rows) + ") t(i, s)"


WANTED = [*TEXTS, None]

NUMBERS = """SELECT 9223372036854775807 AS big, -9223372036854775808 AS small,
CAST('123456789012345678901234567890.12345678' AS DECIMAL(38, 8)) AS d,
CAST('0.1' AS DOUBLE) AS f, CAST('1e300' AS DOUBLE) AS h, CAST('5e-324' AS DOUBLE) AS tiny,
CAST('-0.0' AS DOUBLE) AS z, true AS b, CAST(NULL AS INT) AS n"""

NESTED = """SELECT [1, NULL, 3] AS a, map['k"', 'v'] AS m, named_struct('x', 1, 'y', 'q"') AS r,
CAST([] AS ARRAY<INT>) AS e, DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 12:34:56.789' AS t,
X'00ff' AS x"""


def check_csv():
    text = run("csv", table()).decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    claim("csv: header", rows[0], ["i", "s"])
    claim("csv: texts", [r[1] for r in rows[1:]], [t or "" for t in WANTED])
    lines = text.splitlines()
    claim("csv: the empty text is not NULL", lines[2], '1,""')
    claim("csv: NULL is nothing", text.endswith(f"{len(TEXTS)},\n"), True)
    row = next(csv.DictReader(io.StringIO(run("csv", NUMBERS).decode())))
    check_numbers("csv", row)
    row = next(csv.DictReader(io.StringIO(run("csv", NESTED).decode())))
    claim("csv: arrays are JSON", json.loads(row["a"]), [1, None, 3])
    claim("csv: maps are JSON", json.loads(row["m"]), {'k"': "v"})
    claim("csv: rows are JSON", json.loads(row["r"]), {"x": 1, "y": 'q"'})


def check_numbers(mode, row):
    claim(f"{mode}: bigint", int(row["big"]), 2**63 - 1)
    claim(f"{mode}: smallest bigint", int(row["small"]), -(2**63))
    claim(f"{mode}: decimal", str(row["d"]), "123456789012345678901234567890.12345678")
    claim(f"{mode}: double", float(row["f"]), 0.1)
    claim(f"{mode}: large double", float(row["h"]), 1e300)
    claim(f"{mode}: smallest double", float(row["tiny"]), 5e-324)
    claim(f"{mode}: minus zero", math.copysign(1, float(row["z"])), -1.0)


def check_tsv():
    lines = run("tsv", table()).decode().split("\n")[1:-1]
    unescape = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    got = []
    for line in lines:
        cell = line.split("\t")[1]
        if cell == "\\N":
            got.append(None)
            continue
        out, i = "", 0
        while i < len(cell):
            if cell[i] == "\\":
                i += 1
                out += unescape[cell[i]]
            else:
                out += cell[i]
            i += 1
        got.append(out)
    claim("tsv: texts", got, WANTED)


def check_json():
    rows = json.loads(run("json", table()))
    claim("json: texts", [r["s"] for r in rows], WANTED)
    rows = [json.loads(l) for l in run("jsonl", table()).decode().split("\n") if l]
    claim("jsonl: texts", [r["s"] for r in rows], WANTED)
    row = json.loads(run("json", NUMBERS), parse_int=int, parse_float=str)[0]
    check_numbers("json", row)
    claim("json: true", row["b"], True)
    claim("json: NULL", row["n"], None)
    row = json.loads(run("jsonl", NESTED))
    claim("json: nested", [row["a"], row["m"], row["r"], row["e"]],
          [[1, None, 3], {'k"': "v"}, {"x": 1, "y": 'q"'}, []])
    strict = run("json", "SELECT CAST('NaN' AS DOUBLE) AS a, CAST('Infinity' AS DOUBLE) AS b")

    def refuse(word):
        raise ValueError(word)

    claim("json: NaN is no JSON", json.loads(strict, parse_constant=refuse),
          [{"a": None, "b": None}])
    claim("json: no rows", json.loads(run("json", "SELECT 1 AS x WHERE false")), [])
    keys = json.loads(run("json", "SELECT 1 AS a, 2 AS a, 3 AS \"q\"\"\\\""))[0]
    claim("json: columns of one name stay apart", len(keys), 3)


class Cells(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.cells, self.open = [], False

    def handle_starttag(self, tag, attrs):
        self.open = tag == "td"
        if self.open:
            self.cells.append("")

    def handle_endtag(self, tag):
        self.open = False

    def handle_data(self, data):
        if self.open:
            self.cells[-1] += data


def check_html():
    reader = Cells()
    reader.feed(run("html", f"SELECT s FROM ({table()}) WHERE i < {len(TEXTS)}").decode())
    claim("html: number of cells", len(reader.cells), len(TEXTS))
    for want in ["<b>&amp;</b>", 'say "hi"', "é 李雷 👨‍👩‍👧 \U0001f1e9\U0001f1ea"]:
        claim("html: " + want, want in reader.cells, True)


def check_sql():
    db = sqlite3.connect(":memory:")
    db.execute('CREATE TABLE "a b" (i INT, s TEXT)')
    script = subprocess.run(
        [SHADE, "-c", '.mode insert "a b"', "-c", table()], capture_output=True).stdout
    db.executescript(script.decode())
    got = [r[0] for r in db.execute('SELECT s FROM "a b" ORDER BY i')]
    claim("insert: texts", got, WANTED)
    quoted = run("quote", f"SELECT s FROM ({table()}) WHERE i IN (4, 5, 13)").decode()
    got = [db.execute("SELECT " + l).fetchone()[0] for l in quoted.split("\n") if l]
    claim("quote: texts", got, ['say "hi"', "it's", "NULL"])


def check_md():
    lines = run("md", table()).decode().split("\n")
    claim("md: every row is one line", len(lines), 2 + len(WANTED) + 1)
    claim("md: bars are escaped", all(l.replace("\\|", "").count("|") == 3
                                      for l in lines if l), True)


def check_list():
    out = subprocess.run([SHADE, "-z", "-m", "list", "-c", table()],
                         capture_output=True).stdout.decode()
    got = [r.split("|", 1)[1] for r in out.split("\0")[:-1]]
    claim("list -z: texts", got, [t or "" for t in WANTED])


def check_arrow():
    try:
        import pyarrow.ipc
    except ImportError:
        print("pyarrow is missing: mode arrow is read by its frames only")
        out = run("arrow", "SELECT 1 AS x")
        claim("arrow: frame", out[:4], b"\xff" * 4)
        claim("arrow: end mark", out[-8:], b"\xff" * 4 + b"\0" * 4)
        return
    got = pyarrow.ipc.open_stream(run("arrow", table())).read_all()
    got.validate(full=True)
    claim("arrow: texts", got.column("s").to_pylist(), WANTED)
    got = pyarrow.ipc.open_stream(run("arrow", NESTED)).read_all()
    got.validate(full=True)
    row = got.to_pylist()[0]
    claim("arrow: nested", [row["a"], row["m"], row["r"], row["e"], row["x"]],
          [[1, None, 3], [('k"', "v")], {"x": 1, "y": 'q"'}, [], b"\0\xff"])
    row = pyarrow.ipc.open_stream(run("arrow", NUMBERS)).read_all().to_pylist()[0]
    check_numbers("arrow", row)
    many = pyarrow.ipc.open_stream(run("arrow", "SELECT * FROM range(100000)")).read_all()
    claim("arrow: many batches", sum(many.column(0).to_pylist()), 4999950000)
    none = pyarrow.ipc.open_stream(run("arrow", "SELECT 1 AS x WHERE false")).read_all()
    claim("arrow: no rows", (none.num_rows, none.schema.names), (0, ["x"]))


for check in [check_csv, check_tsv, check_json, check_html, check_sql, check_md,
              check_list, check_arrow]:
    check()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
