#!/usr/bin/env python3
"""peer.py [--reps N] [--threads N] [--cpu] FILE.sql: as bench.c, with DuckDB (pip install duckdb)."""
import os, re, sys, time
import duckdb

reps, threads, path, clock = 3, 1, None, time.perf_counter
args = iter(sys.argv[1:])
for a in args:
    if a == '--reps':
        reps = int(next(args))
    elif a == '--threads':
        threads = int(next(args))
    elif a == '--cpu':
        clock = time.process_time
    else:
        path = a
text = re.sub(r'\$\{(\w+)\}', lambda m: os.environ.get(m.group(1), ''), open(path).read())
con = duckdb.connect(config={'threads': threads})
for part in re.split(r';[ \t]*\n', text):
    name = re.findall(r'-- name: (\w+)', part)
    sql = re.sub(r'(?m)^--.*\n', '', part).strip()
    if not sql:
        continue
    best = None
    for _ in range(reps if name else 1):
        begin = clock()
        rows = con.execute(sql).fetchall()
        ms = (clock() - begin) * 1e3
        best = ms if best is None else min(best, ms)
    if name:
        row = '|'.join('NULL' if v is None else str(v) for v in rows[0]) if rows else ''
        print(f'{name[-1]}\t{best:.1f}\t{row}', flush=True)
