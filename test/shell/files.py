"""files.py - files that are odd, damaged, or change while they are read.

Run by test_files.sh with the program's path; prints `N passed, N failed`.
What must come out is known because the files are made here.
"""

import gzip
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import tempfile
import time

SHADE = os.path.abspath(sys.argv[1])
passed = failed = 0
random.seed(7)
os.chdir(tempfile.mkdtemp())


def claim(what, got, wanted):
    global passed, failed
    if got == wanted:
        passed += 1
        return
    failed += 1
    print(f"not ok: {what}\n    got:    {got!r:.400}\n    wanted: {wanted!r:.400}")


def write(name, data):
    with open(name, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def run(*args, **how):
    return subprocess.run([SHADE, *args], capture_output=True, **how)


def rows(sql):
    """Rows as lists; the error's text if it fails."""
    done = run("-m", "json", "-c", sql)
    if done.returncode:
        return done.stderr.decode()
    return [list(r.values()) for r in json.loads(done.stdout)]


def fails(what, sql, *words):
    got = rows(sql)
    claim(what, [w for w in words if not isinstance(got, str) or w not in got], [])


# --- where blocks end --------------------------------------------------------

CELLS = ["a,b", 'x"y', "é李😀", "line\nbreak", "crlf\r\nin", "", "plain", "end\r", '"q"',
         "👨‍👩‍👧", 'a"', ',"', '"\n"', "\n\n"]


def quoted(x):
    if any(c in x for c in ',"\r\n') or random.random() < 0.3:
        return '"' + x.replace('"', '""') + '"'
    return x


def padded(size, nl):
    """Rows of z that take up `size` bytes, header included."""
    need, out = size - len("a,b,c" + nl), []
    while need > 5000:
        out.append(["z" * 996, "1", "2"])
        need -= 1000 + len(nl)
    return out + [["z" * (need - 4 - len(nl)), "1", "2"]]


def check_borders():
    block, morsel = 128 << 10, 1 << 20
    for nl in ["\n", "\r\n"]:
        for border, step in [(block, 3), (2 * block, 11), (morsel, 5)]:
            for off in range(-33, 34, step):
                wanted = padded(border + off, nl) + [
                    [random.choice(CELLS) for _ in range(3)] for _ in range(9)]
                data = ["a,b,c"] + [
                    ",".join(c if c[:1] == "z" else quoted(c) for c in r) for r in wanted]
                write("border.csv", nl.join(data) + (nl if off % 2 else ""))
                got = rows("SET threads = 3; SELECT * FROM read_csv('border.csv', "
                           "header => true, all_varchar => true, delim => ',', "
                           "quote => '\"')")
                if not isinstance(got, str):
                    got = [[c or "" for c in r] for r in got]
                claim(f"csv: rows over byte {border} {off:+} ending in {nl!r}", got, wanted)


def check_json_borders():
    for off in range(-20, 21, 4):
        wanted = [["x" * ((1 << 20) + off - 12)]] + [[random.choice(CELLS)] for _ in range(9)]
        text = "\n".join(json.dumps({"a": r[0]}, ensure_ascii=False) for r in wanted)
        write("border.jsonl", text)
        claim(f"json: lines over a morsel {off:+}", rows("FROM 'border.jsonl'"), wanted)
        write("border.json", "[" + text.replace("}\n", "},\n") + "]")
        claim(f"json: an array over a morsel {off:+}", rows("FROM 'border.json'"), wanted)
    with gzip.open("border.jsonl.gz", "wb") as f:
        f.write(text.encode())
    claim("json: a first record of a megabyte, compressed", rows("FROM 'border.jsonl.gz'"),
          wanted)


# --- encodings and compression -----------------------------------------------

def check_encodings():
    wanted = [[1, "é😀"], [2, "x"]]
    for name in ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]:
        write("enc.csv", "a,b\n1,é😀\n2,x\n".encode(name))
        claim(f"csv: {name} is seen", rows("FROM 'enc.csv'"), wanted)
        write("enc.json", '[{"a":1,"b":"é😀"},{"a":2,"b":"x"}]'.encode(name))
        claim(f"json: {name} is seen", rows("FROM 'enc.json'"), wanted)
    write("enc.csv", "a,b\n1,é\n".encode("latin-1"))
    claim("csv: latin1 when it is said",
          rows("FROM read_csv('enc.csv', encoding => 'latin1')"), [[1, "é"]])
    write("enc.csv", "a,b\n1,é\n".encode("utf-32"))
    fails("csv: UTF-32 is refused by name", "FROM 'enc.csv'", "UTF-32", "iconv")
    write("enc.csv", b"a,b\n1,x\0y\n")
    claim("csv: zero bytes are text", rows("FROM 'enc.csv'"), [[1, "x\0y"]])


def check_compression():
    text = ("a,b\n" + "".join(f"{i},t{i % 97}\n" for i in range(50000))).encode()
    whole = gzip.compress(text)
    count = "SELECT count(*), sum(a) FROM 'z.csv.gz'"
    wanted = [[50000, 1249975000]]
    write("z.csv.gz", whole)
    claim("gzip", rows(count), wanted)
    write("z.csv.gz", gzip.compress(text[:70001]) + gzip.compress(text[70001:]))
    claim("gzip: two members", rows(count), wanted)
    write("z.csv.gz", text)
    claim("gzip: a name alone compresses nothing", rows(count), wanted)
    for what, data in [("half of it", whole[: len(whole) // 2]), ("no checksum", whole[:-4])]:
        write("z.csv.gz", data)
        fails(f"gzip: {what}", count, "is cut off")
    for what, data in [("wrong bytes", whole[:5000] + b"XXXX" + whole[5004:]),
                       ("a wrong checksum", whole[:-6] + b"\0\0" + whole[-4:]),
                       ("more behind it", whole + b"junk")]:
        write("z.csv.gz", data)
        fails(f"gzip: {what}", count, "is damaged")


# --- files that change ---------------------------------------------------------

def check_progress():
    """Of a compressed file it counts the bytes on disk."""
    text = b"a,b\n" + b"".join(b"%d,t%d\n" % (i, i * i) for i in range(300000))
    write("p.csv.gz", gzip.compress(text, 1))
    master, slave = pty.openpty()
    with subprocess.Popen([SHADE, "-c", "FROM 'p.csv.gz'"], stdout=subprocess.PIPE,
                          stderr=slave) as p:
        # Nobody reads the rows, so that the statement waits in the middle.
        seen, until = b"", time.monotonic() + 10
        while b" %" not in seen and time.monotonic() < until:
            if select.select([master], [], [], 0.1)[0]:
                seen += os.read(master, 4096)
        p.stdout.read()
    percent = [int(n) for n in re.findall(rb"(\d+) %", seen)]
    claim("progress of a compressed file", len(percent) > 0 and 0 < percent[0] < 100, True)
    os.close(slave)
    os.close(master)


def check_blank_lines():
    """Of one column they are NULLs, as they are written; else they are nothing."""
    for text, wanted in [("a\n1\n\n3\n\n", [[1], [None], [3], [None]]), ("a\n\n\n", [[None]] * 2),
                         ("a,b\n\n1,2\n\n\n", [[1, 2]]), ("\n\n", []), ("\r\n", [])]:
        write("blank.csv", text)
        claim(f"csv: {text!r}", rows("FROM 'blank.csv'"), wanted)
    run("-c", "COPY (SELECT * FROM (VALUES (1), (NULL), (NULL)) t(a)) TO 'nulls.csv'")
    claim("csv: NULLs at the end come back", rows("FROM 'nulls.csv'"), [[1], [None], [None]])
    # What a first line is that no other line explains.
    for text, wanted in [("2022-07-25 06:11:50\n", 1), (" 2 ;Hello World\n", 1), ("10:00:00\n", 1),
                         ("a;a;b\n", 0), ("t,f\n", 0), ("1,x,\n", 1)]:
        write("line.csv", text)
        claim(f"csv: rows of {text!r}", len(rows("FROM 'line.csv'")), wanted)
    write("line.csv", "1,x,\n")
    claim("csv: one line is no proof of separators at the ends", rows("FROM 'line.csv'"),
          [[1, "x", None]])


def check_shrinking():
    for kind, line in [("csv", b"1,2,3,abc\n"), ("json", b'{"a":1,"b":"xyz"}\n')]:
        for left in [0, 10 << 20]:
            write("s." + kind, line * ((30 << 20) // len(line)))
            with subprocess.Popen([SHADE, "-m", "csv", "-c", f"FROM 's.{kind}'"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as p:
                p.stdout.read(1000)
                os.truncate("s." + kind, left)
                p.stdout.read()
                err = p.stderr.read().decode()
                claim(f"{kind}: a file cut to {left} bytes is an error, no crash",
                      (p.wait(), "became shorter" in err), (1, True))


def check_same_file():
    five = "a\n" + "".join(f"{i}\n" for i in range(1, 6))
    for what, args in [
            ("-o", ["-o", "same.csv", "-c", "SELECT a * 2 AS a FROM 'same.csv'"]),
            (".once", ["-c", ".once same.csv", "-c", "SELECT a * 2 AS a FROM 'same.csv'"]),
            (".output", ["-c", ".output same.csv", "-c",
                         "SELECT a * 2 AS a FROM 'same.csv'"]),
            ("COPY", ["-c", "COPY (SELECT a * 2 AS a FROM 'same.csv') TO 'same.csv'"])]:
        write("same.csv", five)
        run("-m", "csv", *args)
        with open("same.csv") as f:
            claim(f"{what} replaces the file it reads", f.read(), "a\n2\n4\n6\n8\n10\n")
    for sql in ["FROM 'nowhere.csv'", "SELECT 1 / (a - 3) FROM 'same.csv'"]:
        write("same.csv", five)
        run("-m", "csv", "-o", "same.csv", "-c", sql)
        with open("same.csv") as f:
            claim("-o: a statement that fails leaves the file: " + sql, f.read(), five)
    os.chmod("same.csv", 0o640)
    run("-m", "csv", "-o", "same.csv", "-c", "SELECT 1 AS x", "-c", "SELECT 2 AS x")
    with open("same.csv") as f:
        claim("-o: both results", f.read(), "x\n1\nx\n2\n")
    claim("-o: permissions stay", os.stat("same.csv").st_mode & 0o777, 0o640)
    with open("same.csv", "w") as f:
        done = subprocess.run([SHADE, "-c", "FROM 'same.csv'"], stdout=f,
                              stderr=subprocess.PIPE)
    claim("> of the file that is read is an error that names -o",
          (done.returncode, b"-o FILE" in done.stderr), (1, True))
    claim("no temporary files are left", [n for n in os.listdir() if n.startswith("same.csv.")],
          [])


def check_pipes():
    os.mkfifo("pipe")
    with subprocess.Popen(["sh", "-c", "printf 'a\\n1\\n' > pipe"]):
        done = run("-m", "csv", "-c", "FROM 'pipe'", "-c", "FROM 'pipe'")
    claim("a named pipe once", done.stdout, b"a\n1\n")
    claim("and an error the second time", b"was read already" in done.stderr, True)
    done = run("-m", "csv", "-c", "SELECT count(*) AS n FROM stdin a, stdin b",
               "-c", "FROM stdin", input=b"a\n1\n2\n")
    claim("standard input as often as one likes", done.stdout, b"n\n4\na\n1\n2\n")


# --- JSON that is none -----------------------------------------------------------

def check_json():
    for what, text, wanted in [
            ("NaN and Infinity", '{"a":NaN,"b":1}\n{"a":-Infinity,"b":2}\n{"a":1,"b":3}',
             [[None, 1], [None, 2], [1.0, 3]]),
            ("a bad line in the sample", '{"a":1}\n{"a":xx}\n{"a":3}\n{"a":4}',
             [[1], [3], [4]]),
            ("a bad line among fractions", '{"a":1.5}\n{"a":x}\n{"a":3.5}', [[1.5], [3.5]]),
            ("trailing commas in objects", '{"a":1,}\n{"a":2}', [[2]]),
            ("values over several lines", '{\n"a": 1,\n"b": [1,\n2]\n}\n{\n"a": 2}',
             [[1, [1, 2]], [2, None]]),
            ("the last of two keys", '{"a":1,"a":2}\n{"a":3}', [[2], [3]]),
            ("half surrogates", '{"a":"\\ud800x"}\n{"a":"\\ud83d\\ude00"}',
             [["\ufffdx"], ["😀"]]),
            ("an empty array", "[]", []),
            ("lines that end in CR", '{"a":1}\r{"a":2}\r', [[1], [2]])]:
        write("odd.json", text)
        claim("json: " + what, rows("FROM 'odd.json'"), wanted)
    for what, text, words in [
            ("a comma before the bracket", '[{"a":1},{"a":2},]', ["odd.json:1:18"]),
            ("two commas", '[{"a":1},,{"a":2}]', ["odd.json:1:10"]),
            ("an array cut off", '[{"a":1},{"a":2', ["malformed"]),
            ("too deep", '[{"a":' + "[" * 999 + "]" * 999 + "}]", ["deeper than 512"])]:
        write("odd.json", text)
        fails("json: " + what, "FROM 'odd.json'", *words)


for check in [check_borders, check_json_borders, check_encodings, check_compression, check_progress,
              check_blank_lines, check_shrinking, check_same_file, check_pipes, check_json]:
    check()
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
