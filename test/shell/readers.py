"""readers.py - what the machine modes write, read by somebody else.

Run by test_readers.sh with the program's path; prints `N passed, N failed`.
Readers: Python's csv, json, html and sqlite3 modules, jq; duckdb, pandas and pyarrow
if they are there.
"""

import csv
import html.parser
import io
import json
import math
import re
import shutil
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


# What Python's types hold, one row each column; None where the text is looked at.
ODD = """SELECT CAST('-0044-03-15' AS DATE) AS bc, DATE '9999-12-31' + INTERVAL '1' DAY AS far,
CAST('99999999999999999999999999999999999999' AS HUGEINT) AS huge,
CAST('-0.00000000000000000000000000000000000001' AS DECIMAL(38, 38)) AS small,
CAST('NaN' AS DOUBLE) AS nan, CAST('-Infinity' AS DOUBLE) AS inf,
'a' || chr(0) || 'b' AS zero, X'00ff0a22' AS bytes, '' AS empty, CAST(NULL AS VARCHAR) AS none,
'مرحبا' AS rtl, chr(7) || chr(27) || '[1m' AS control, TIME '23:59:59.5' AS t, true AS b"""

DEEP = """SELECT [named_struct('a', 1, 'b', ['x"', NULL, '']), NULL] AS n,
map['k,1', [DATE '2020-01-01', NULL]] AS m, CAST([] AS ARRAY<INT>) AS e, named_struct('q"', 'y\n') AS r"""
DEEP_WANTED = {"n": [{"a": 1, "b": ['x"', None, ""]}, None], "m": {"k,1": ["2020-01-01", None]},
               "e": [], "r": {'q"': "y\n"}}

NAMES = 'SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS "q""u,o;t e", 6 AS "é\n", 7 AS "select"'


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


def check_csv_odd():
    row = next(csv.DictReader(io.StringIO(run("csv", ODD).decode(), newline="")))
    claim("csv: odd values", row, {
        "bc": "-0044-03-15", "far": "+10000-01-01", "huge": "9" * 38,
        "small": "-0." + "0" * 37 + "1", "nan": "NaN", "inf": "-Infinity", "zero": "a\0b",
        "bytes": "\\x00ff0a22", "empty": "", "none": "", "rtl": "مرحبا",
        "control": "\x07\x1b[1m", "t": "23:59:59.5", "b": "true"})
    row = next(csv.DictReader(io.StringIO(run("csv", DEEP).decode(), newline="")))
    claim("csv: deep values are JSON", {k: json.loads(v) for k, v in row.items()}, DEEP_WANTED)
    head = next(csv.reader(io.StringIO(run("csv", NAMES).decode(), newline="")))
    claim("csv: names as they are", head,
          ["a", "a", "a_1", 'q"u,o;t e', "é\n", "select"])
    claim("csv: no rows", run("csv", "SELECT 1 AS x WHERE false"), b"x\n")
    for sep in [";", "\t", "|"]:
        done = subprocess.run([SHADE, "-c", f".mode csv --sep '{sep}'", "-c", table()],
                              capture_output=True).stdout.decode()
        rows = list(csv.reader(io.StringIO(done, newline=""), delimiter=sep))
        claim(f"csv --sep {sep!r}: texts", [r[1] for r in rows[1:]], [t or "" for t in WANTED])


def check_jq():
    if not shutil.which("jq"):
        print("jq is missing: what it reads is not tested")
        return

    def jq(program, text):
        done = subprocess.run(["jq", "-c", program], input=text, capture_output=True)
        return done.stdout.decode() + done.stderr.decode()

    for mode, rows in [("json", ".[]"), ("jsonl", ".")]:
        got = jq(rows + " | .s", run(mode, table()))
        claim(f"{mode} by jq: texts", [json.loads(l) for l in got.split("\n") if l], WANTED)
        got = json.loads(jq(rows, run(mode, DEEP)))
        claim(f"{mode} by jq: deep values", got, DEEP_WANTED)
        claim(f"{mode} by jq: number of keys", jq(rows + " | length", run(mode, NAMES)), "6\n")
        claim(f"{mode} by jq: kinds", json.loads(jq(rows + " | map_values(type)", run(mode, ODD))),
              {"bc": "string", "far": "string", "huge": "number", "small": "number",
               "nan": "null", "inf": "null", "zero": "string", "bytes": "string",
               "empty": "string", "none": "null", "rtl": "string", "control": "string",
               "t": "string", "b": "boolean"})
    claim("json by jq: many rows", jq("length", run("json", "SELECT * FROM range(30000)")),
          "30000\n")
    claim("json by jq: no rows", jq(".", run("json", "SELECT 1 AS x WHERE false")), "[]\n")
    claim("jsonl by jq: no rows", jq(".", run("jsonl", "SELECT 1 AS x WHERE false")), "")


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


def check_insert_odd():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE t (n, m, e, r)")
    db.executescript(run("insert", DEEP).decode())
    got = dict(zip("nmer", db.execute("SELECT * FROM t").fetchone()))
    claim("insert: deep values are JSON texts", {k: json.loads(v) for k, v in got.items()},
          DEEP_WANTED)
    db.execute('CREATE TABLE u (a, a_2, a_1, "q""u,o;t e", "é\n", "select")')
    script = subprocess.run([SHADE, "-c", ".mode insert u", "-c", NAMES],
                            capture_output=True).stdout.decode()
    db.executescript(script)
    claim("insert: names, each once", db.execute("SELECT * FROM u").fetchone(),
          (1, 2, 3, 4, 6, 7))
    try:
        import duckdb
    except ImportError:
        print("duckdb is missing: typed literals are not read")
        return
    sql = """SELECT DATE '2024-02-29' AS d, TIMESTAMP '2024-02-29 12:34:56.789' AS ts,
        TIME '23:59:59.5' AS t, CAST('NaN' AS DOUBLE) AS nan, CAST('-Infinity' AS DOUBLE) AS inf,
        CAST('123456789012345678901234567890.12345678' AS DECIMAL(38, 8)) AS big, 1e300 AS h,
        'a' || chr(0) || 'b' AS zero, true AS b, 'it''s' AS q"""
    con = duckdb.connect()
    con.execute("CREATE TABLE t (d DATE, ts TIMESTAMP, t TIME, nan DOUBLE, inf DOUBLE, "
                "big DECIMAL(38, 8), h DOUBLE, zero VARCHAR, b BOOLEAN, q VARCHAR)")
    con.execute(run("insert", sql).decode())
    claim("insert: typed literals, read by DuckDB",
          con.execute("SELECT CAST(COLUMNS(*) AS VARCHAR) FROM t").fetchone(),
          ("2024-02-29", "2024-02-29 12:34:56.789", "23:59:59.5", "nan", "-inf",
           "123456789012345678901234567890.12345678", "1e+300", "a\0b", "true", "it's"))
    row = con.execute("SELECT " + run("quote", sql).decode()).fetchone()
    claim("quote: typed literals, read by DuckDB", [str(v) for v in row[:2]] + [row[7]],
          ["2024-02-29", "2024-02-29 12:34:56.789000", "a\0b"])


def check_pandas():
    try:
        import pandas
    except ImportError:
        print("pandas is missing: what it reads is not tested")
        return
    read = pandas.read_csv(io.BytesIO(run("csv", table())), dtype=str, keep_default_na=False,
                           lineterminator=None)
    claim("csv by pandas: texts", list(read["s"]), [t or "" for t in WANTED])
    read = pandas.read_json(io.BytesIO(run("jsonl", table())), lines=True, dtype=False)
    got = [None if v is None or v != v else v for v in read["s"]]
    claim("jsonl by pandas: texts", got, WANTED)
    frames = pandas.read_html(io.BytesIO(run("html", "SELECT 1 AS a, '<b>&' AS b")))         if has_html_parser() else None
    if frames:
        claim("html by pandas", frames[0].values.tolist(), [[1, "<b>&"]])


def has_html_parser():
    try:
        import lxml  # noqa: F401
    except ImportError:
        return False
    return True


def check_lines():
    """line: the name, =, the value, control characters shown."""
    text = run("line", "SELECT 'x' AS a, NULL AS bb").decode()
    claim("line", re.findall(r"^ *(\w+) = (.*)$", text, re.M), [("a", "x"), ("bb", "NULL")])
    rows = run("ascii", "SELECT 'a|b' AS x, 2 AS y").decode().splitlines()
    claim("ascii: every line is as wide", len({len(r) for r in rows if r.startswith(("+", "|"))}), 1)


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


def check_arrow_odd():
    try:
        import pyarrow.ipc
    except ImportError:
        return
    got = pyarrow.ipc.open_stream(run("arrow", ODD)).read_all()
    got.validate(full=True)
    row = got.drop_columns(["bc", "far"]).to_pylist()[0]
    claim("arrow: odd values",
          [str(row["huge"]), str(row["small"]), math.isnan(row["nan"]), row["inf"], row["zero"],
           row["bytes"], row["empty"], row["none"], row["rtl"], str(row["t"])],
          ["9" * 38, "-1E-38", True, -math.inf, "a\0b", b"\0\xff\n\"", "", None, "مرحبا",
           "23:59:59.500000"])
    days = [got.column(c).cast("int32").to_pylist()[0] for c in ["bc", "far"]]
    claim("arrow: days before and behind Python's dates", days, [-735525, 2932897])
    claim("arrow: names", pyarrow.ipc.open_stream(run("arrow", NAMES)).read_all().schema.names,
          ["a", "a", "a_1", 'q"u,o;t e', "é\n", "select"])


for check in [check_csv, check_csv_odd, check_tsv, check_json, check_jq, check_html, check_sql,
              check_insert_odd, check_md, check_lines, check_list, check_arrow,
              check_arrow_odd, check_pandas]:
    check()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
