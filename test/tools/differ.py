#!/usr/bin/env python3
"""differ.py - random queries, shade's answers compared with DuckDB's.

differ.py [--shade PATH] [--seed N] [--queries N] [--rules-off NAMES]

Makes three small tables full of NULLs and repeated values, then joins,
subqueries, groupings, windows and set operations over them, and prints each
query whose rows differ.  The same seed asks the same questions.  Needs
python3 with the module duckdb; exits with 1 when something differed.
"""
import argparse
import csv
import io
import random
import subprocess
import sys

import duckdb

COLS = {'t': 'isbdx', 'u': 'isbd', 'w': 'iis'}
TYPES = {'i': 'int', 'b': 'bigint', 's': 'varchar', 'd': 'double', 'x': 'boolean'}
TEXTS = ['a', 'b', 'abc', 'a string longer than twelve', 'another long string', 'zz']


def literal(kind):
    if random.random() < .2:
        return 'NULL'
    return {'i': lambda: str(random.randint(-3, 6)),
            'b': lambda: str(random.choice([1, 2, 10**12, -5, 7])),
            's': lambda: "'" + random.choice(TEXTS) + "'",
            'd': lambda: random.choice(['0.5', '-1.25', '3.0', '1e10']) + '::double',
            'x': lambda: random.choice(['true', 'false'])}[kind]()


def tables():
    for name, kinds in COLS.items():
        cols = ', '.join(f'{name}{k} {TYPES[x]}' for k, x in enumerate(kinds))
        yield f'create temporary table {name} ({cols})'
        n = 40 if name == 't' else random.choice([0, 3, 25, 60])
        rows = ', '.join('(' + ', '.join(map(literal, kinds)) + ')' for _ in range(n))
        if n:
            yield f'insert into {name} values {rows}'


def column(name, kind=None):
    fits = [k for k, x in enumerate(COLS[name]) if kind in (None, x)]
    return f'{name}{random.choice(fits)}' if fits else None


def condition(names):
    name = random.choice(names)
    k = random.randrange(len(COLS[name]))
    kind, a = COLS[name][k], f'{name}{k}'
    r = random.random()
    if r < .2:
        return f'{a} is {random.choice(["", "not "])}null'
    if r < .5:
        other = column(random.choice(names), kind)
        if other:
            op = random.choice(['=', '<>', '<', '>=', 'is distinct from'])
            return f'{a} {op} {other}'
    if kind == 'x':
        return a
    return f'{a} {random.choice("=<>")} {literal(kind)}'


def on(a, b):
    kind = random.choice([x for x in COLS[a] if x in COLS[b]])
    op = random.choice(['=', '=', '=', '<', 'is not distinct from'])
    text = f'{column(a, kind)} {op} {column(b, kind)}'
    return text + f' and {condition([a, b])}' if random.random() < .4 else text


def source():
    names = random.sample(sorted(COLS), random.choice([1, 2, 2, 3]))
    text = names[0]
    for i, n in enumerate(names[1:]):
        kind = random.choice(['join', 'left join', 'right join', 'full join'])
        text += f' {kind} {n} on ' + on(random.choice(names[:i + 1]), n)
    return text, names


def subquery(names):
    others = [x for x in COLS if x not in names]
    if not others:
        return condition(names)
    n, m = random.choice(names), random.choice(others)
    kind = random.choice(COLS[m])
    c = column(n, kind)
    r = random.random()
    if c and r < .35:
        where = f' where {condition([m, n])}' if random.random() < .5 else ''
        return f'{c} {random.choice(["in", "not in"])} (select {column(m, kind)} from {m}{where})'
    if r < .7:
        return f'{random.choice(["exists", "not exists"])} (select 1 from {m} where {on(n, m)})'
    if c:
        return f'{c} >= (select max({column(m, kind)}) from {m} where {condition([m, n])})'
    return condition(names)


def aggregate(names):
    n, r = random.choice(names), random.random()
    if r < .2:
        return 'count(*)'
    if r < .4:
        return f'count({random.choice(["", "distinct "])}{column(n)})'
    if r < .6:
        return f'{random.choice(["min", "max"])}({column(n)})'
    text = f'sum({random.choice(["", "distinct "])}{column(n, "i")})'
    return text + f' filter (where {condition(names)})' if random.random() < .3 else text


def window(names):
    o, p = column(random.choice(names)), column(random.choice(names))
    frame = random.choice(['', 'groups between 1 preceding and 1 following',
                           'range between current row and unbounded following'])
    return (f'{o}, {p}, sum({column(names[0], "i")}) over (partition by {p} order by '
            f'{o} {random.choice(["", "desc"])} {frame}), rank() over (order by {o})')


def query():
    text, names = source()
    conds = [random.choice([condition, subquery])(names)
             for _ in range(random.choice([0, 1, 1, 2]))]
    rest = f' from {text}'
    if conds:
        rest += ' where ' + random.choice([' and ', ' or ']).join(conds)
    r = random.random()
    if r < .4:
        return 'select ' + ', '.join(column(random.choice(names)) for _ in range(3)) + rest
    if r < .75:
        keys = list(dict.fromkeys(column(random.choice(names))
                                  for _ in range(random.choice([0, 1, 2, 3]))))
        text = 'select ' + ', '.join(keys + [aggregate(names), aggregate(names)]) + rest
        if keys:
            listed = ', '.join(keys)
            text += ' group by ' + (listed if random.random() < .8 else f'rollup({listed})')
        return text
    if r < .9:
        return 'select ' + window(names) + rest
    a = column(random.choice(names))
    kind = COLS[a[0]][int(a[1:])]
    m = random.choice([x for x in COLS if kind in COLS[x]])
    op = random.choice(['union', 'union all', 'intersect', 'except', 'intersect all',
                        'except all'])
    return f'select {a}{rest} {op} select {column(m, kind)} from {m}'


def same_form(v):
    """A value as both engines' text is compared."""
    if v is None:
        return ''
    if isinstance(v, bool):
        return str(v).lower()
    try:
        return '%.9g' % float(v)
    except ValueError:
        return str(v)


def ask_shade(args, setup, sql):
    first = [f"SET 'optimizer.disabled-rules' = '{args.rules_off}'"] if args.rules_off else []
    out = subprocess.run([args.shade, '-n', '-q', '--csv', '-c', ';'.join(first + setup + [sql])],
                         capture_output=True, text=True, timeout=60)
    if out.returncode != 0:
        return None, out.stderr or f'exit status {out.returncode}'
    rows = list(csv.reader(io.StringIO(out.stdout)))[1:]
    return sorted([same_form(v) for v in r or ['']] for r in rows), None


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--shade', default='build/release/shade')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--queries', type=int, default=100)
    p.add_argument('--rules-off', default='')
    args = p.parse_args()
    random.seed(args.seed)
    con = duckdb.connect()
    con.execute("set default_null_order='nulls_first_on_asc_last_on_desc'")
    setup = list(tables())
    for s in setup:
        con.execute(s)
    ran = differ = 0
    for _ in range(args.queries):
        sql = query()
        try:
            theirs = sorted([same_form(v) for v in r] for r in con.execute(sql).fetchall())
        except duckdb.Error:
            continue
        ran += 1
        ours, error = ask_shade(args, setup, sql)
        if error or ours != theirs:
            differ += 1
            print(f'seed {args.seed}: {sql}')
            print('    ' + (error.strip() if error else
                            f'DuckDB alone: {[r for r in theirs if r not in ours][:5]}, '
                            f'shade alone: {[r for r in ours if r not in theirs][:5]}, '
                            f'rows {len(theirs)} and {len(ours)}'))
    print(f'{ran - differ} passed, {differ} failed')
    sys.exit(differ > 0)


if __name__ == '__main__':
    main()
