#!/usr/bin/env python3
"""tpc.py tpch|tpcds [--sf N] [--shade PATH] [--dir DIR] [--threads N] [--only 1,7]

The queries of TPC-H or TPC-DS, with DuckDB's texts and parameters, over the
same generated rows in shade and in DuckDB: compares the answers and prints
both times.  Needs python3 with duckdb and the modules duckdb-extension-tpch
and duckdb-extension-tpcds of the same version; the rows are kept in DIR.
Exits with 1 when an answer differs.
"""
import argparse
import csv
import decimal
import glob
import importlib.util
import io
import os
import re
import subprocess
import sys
import time

import duckdb


def load(con, name):
    """The extension comes as a Python module that carries the file."""
    spec = importlib.util.find_spec('duckdb_extension_' + name)
    where = os.path.dirname(spec.origin) if spec and spec.origin else \
        list(spec.submodule_search_locations)[0]
    con.load_extension(glob.glob(where + f'/**/{name}.duckdb_extension', recursive=True)[0])


def same(a, b):
    """One cell; decimals of divisions may have another scale, so numbers agree
    when they do up to the last digit that both show."""
    if a == b or (a in ('', None) and b in ('', None)):
        return True
    if re.fullmatch(r'\d+-\d+-\d+ 00:00:00', a) or re.fullmatch(r'\d+-\d+-\d+ 00:00:00', b):
        return a[:10] == b[:10]
    try:
        x, y = decimal.Decimal(a), decimal.Decimal(b)
    except decimal.InvalidOperation:
        return False
    places = min(max(0, -v.as_tuple().exponent) for v in (x, y))
    near = decimal.Decimal(1).scaleb(-places)
    return abs(x - y) <= max(near, abs(y) * decimal.Decimal('1e-6'))


def differs(ours, theirs, ordered):
    if len(ours) != len(theirs):
        return f'{len(ours)} rows, not {len(theirs)}'
    for pick in (lambda r: r, sorted) if not ordered else (lambda r: r, sorted):
        pairs = list(zip(pick(ours), pick(theirs)))
        bad = [(a, b) for a, b in pairs
               if len(a) != len(b) or not all(map(same, a, b))]
        if not bad:
            return None
    return f'{bad[0][0]} is not {bad[0][1]}'


def main():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument('suite', choices=['tpch', 'tpcds'])
    ap.add_argument('--sf', default='0.1')
    ap.add_argument('--shade', default='build/release/shade')
    ap.add_argument('--dir', default='build/bench')
    ap.add_argument('--threads', default='2')
    ap.add_argument('--only', default='')
    args = ap.parse_args()

    con = duckdb.connect()
    con.execute(f'SET threads = {args.threads}')
    load(con, args.suite)
    con.execute(f'CALL {"dbgen" if args.suite == "tpch" else "dsdgen"}(sf = {args.sf})')
    tables = [r[0] for r in con.execute('SHOW TABLES').fetchall()]
    folder = os.path.join(args.dir, args.suite + args.sf)
    os.makedirs(folder, exist_ok=True)
    load_sql = []
    for t in tables:
        file = f'{folder}/{t}.csv'
        if not os.path.exists(file):
            con.execute(f"COPY {t} TO '{file}' (HEADER)")
        cols = ', '.join(f'"{r[0]}" {r[1]}' for r in con.execute(f'DESCRIBE {t}').fetchall())
        load_sql += [f'CREATE TEMPORARY TABLE {t} ({cols});',
                     f"INSERT INTO {t} SELECT * FROM read_csv('{file}', header => true);"]
    queries = con.execute(f'SELECT query_nr, query FROM {args.suite}_queries() ORDER BY 1').fetchall()
    only = {int(n) for n in args.only.split(',') if n}
    queries = [(n, q.strip().rstrip(';')) for n, q in queries if not only or n in only]

    script = ['.bail off', '.mode csv', '.headers off', f"SET 'shade.threads' = '{args.threads}';"]
    script += load_sql + ['.timer on']
    for n, q in queries:
        script += [f'.print @query {n}', q + ';']
    begin = time.time()
    done = subprocess.run([args.shade], input='\n'.join(script), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    parts = re.split(r'^@query (\d+)\n', done.stdout, flags=re.M)
    ours = {int(parts[i]): parts[i + 1] for i in range(1, len(parts), 2)}
    print(f'shade: {time.time() - begin:.1f} s in all, rows loaded')
    bad = 0
    for n, q in queries:
        begin = time.time()
        rows = con.execute(q).fetchall()
        theirs_ms = (time.time() - begin) * 1e3
        text = ours.get(n, '')
        timer = re.search(r'^note: .*?([\d.]+) (ms|s)\b', text, flags=re.M)
        ours_ms = float(timer[1]) * (1e3 if timer[2] == 's' else 1) if timer else float('nan')
        errors = re.findall(r'^error.*', text, flags=re.M)
        text = re.sub(r'^(note|warning).*\n?', '', text, flags=re.M)
        got = [r or [''] for r in csv.reader(io.StringIO(text))]  # one NULL is a blank line
        want = [['' if v is None else str(v) for v in r] for r in rows]
        why = errors[0] if errors else differs(got, want, 'order by' in q.lower())
        bad += why is not None
        print(f'{args.suite} {n:3} {ours_ms:9.1f} ms {theirs_ms:9.1f} ms {ours_ms / theirs_ms:6.2f}'
              + (f'  DIFFERS: {why}' if why else ''), flush=True)
    print(f'{len(queries) - bad} passed, {bad} failed')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
