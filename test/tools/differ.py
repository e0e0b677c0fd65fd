#!/usr/bin/env python3
"""differ.py - random queries, shade's answers compared with DuckDB's.

differ.py [--shade PATH] [--hostile PATH] [--seed N] [--queries N] [--batch N]
          [--rules-off NAMES] [--turns] [--show N]

Each batch makes its own tables and views (querygen.py), asks DuckDB, then
shade with one thread, with two, and, given --hostile, the build with batches
of three rows.  A query that differs is made smaller while it still differs and
printed with the seed of its batch; sqlite's answer is named where it takes the
query.  Where DuckDB without its optimizer agrees with shade, that is no
difference.  The same seed asks the same questions.  Needs python3 with the
module duckdb; exits with 1 when something differed.
"""
import argparse
import csv
import io
import re
import sqlite3
import subprocess
import sys

import duckdb

from querygen import Gen

csv.field_size_limit(1 << 30) # an error may quote a whole batch

NULL = '\\N'


def cell(v):
    """A value as the text of all engines is compared."""
    if v is None or v == NULL:
        return NULL
    if isinstance(v, bool):
        return str(v).lower()
    text = str(v)
    if re.fullmatch(r'[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?', text, re.I):
        return '%.9g' % (float(text) + 0.0)
    if re.fullmatch(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+', text):
        return text.rstrip('0').rstrip('.')
    return text


def rows_of(rows):
    return sorted([cell(v) for v in r] for r in rows)


class Shade:
    def __init__(self, name, path, threads, rules_off):
        self.name, self.path = name, path
        self.first = [f"SET 'shade.threads' = '{threads}'"]
        if rules_off:
            self.first.append(f"SET 'optimizer.disabled-rules' = '{rules_off}'")

    def ask(self, setup, queries, timeout=600):
        """The answers in order: rows, or the text of an error."""
        lines = ['.bail off'] + [s + ';' for s in self.first + setup] + ['.print @@']
        for q in queries:
            lines += [q + ';', '.print @@']
        try:
            done = subprocess.run([self.path, '-n', '-q', '--csv', '--no-header', '--null', NULL,
                                   '-f', '-'], input='\n'.join(lines) + '\n', text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=timeout)
            out = done.stdout
        except subprocess.TimeoutExpired as e:
            out = (e.stdout or b'').decode() + 'error: no answer in time'
        parts = [p.lstrip('\n') for p in re.split(r'^@@$', out, flags=re.M)]
        answers = [self.read(p) for p in parts[1:]]
        missing = len(queries) - len(answers)
        return answers[:len(queries)] + ['error: ended early'] * missing

    @staticmethod
    def read(text):
        if re.search(r'^\S*:? ?error\b', text, re.M) or 'error[' in text:
            return text
        return rows_of(csv.reader(io.StringIO(text)))


def duck(setup):
    con = duckdb.connect()
    con.execute("set default_null_order='nulls_first_on_asc_last_on_desc'")
    con.execute('set threads=1')
    for s in setup:
        con.execute(s)
    return con


def ask_duck(con, sql):
    try:
        return rows_of(con.execute(sql).fetchall())
    except duckdb.Error as e:
        return f'error: {e}'


def unoptimized(con, sql):
    """DuckDB's second opinion: its optimizer has faults of its own."""
    con.execute('pragma disable_optimizer')
    try:
        return ask_duck(con, sql)
    finally:
        con.execute('pragma enable_optimizer')


def ask_sqlite(setup, sql):
    con = sqlite3.connect(':memory:')
    try:
        for s in setup:
            con.execute(re.sub(r'::double|date (?=\')|timestamp (?=\')', '', s))
        return rows_of(con.execute(sql).fetchall())
    except sqlite3.Error:
        return None


# The reducer: smaller texts of a query that still differs.

def closing(sql, at):
    depth = 0
    for k in range(at, len(sql)):
        depth += {'(': 1, ')': -1}.get(sql[k], 0)
        if depth == 0:
            return k
    return -1


def smaller(sql):
    """Texts with one part taken out or replaced by what it holds."""
    for m in re.finditer(r'\(', sql):
        end = closing(sql, m.start())
        if end < 0:
            continue
        inner = sql[m.start() + 1:end]
        if inner.startswith('select ') and sql[:m.start()].count('(') == 0:
            yield inner
        word = re.search(r'[\w.]*$', sql[:m.start()])
        before = sql[:word.start()]
        for part in split_top(inner):
            yield before + part + sql[end + 1:]
        for plain in ('NULL', '1', 'true'):
            yield before + plain + sql[end + 1:]
    for m in re.finditer(r' (where|and|or|having|order by|group by|limit|offset|filter|'
                         r'union|except|intersect|(left |right |full |semi |anti |cross )?join) ',
                         sql):
        yield sql[:m.start()]
        for stop in re.finditer(r'\)| (where|and|or|group by|having|order by|limit|join|left|'
                                r'right|full|semi|anti|cross|union|except|intersect) ',
                                sql[m.end():]):
            yield sql[:m.start()] + sql[m.end() + stop.start():]
    for m in re.finditer(r'select (distinct )?', sql):
        rest = re.search(r' from ', sql[m.end():])
        if rest:
            listed = split_top(sql[m.end():m.end() + rest.start()])
            for k in range(len(listed) if len(listed) > 1 else 0):
                yield (sql[:m.end()] + ', '.join(listed[:k] + listed[k + 1:])
                       + sql[m.end() + rest.start():])


def windows(sql):
    """What OVER says: windows without their order have many right answers."""
    return {sql[m.end():closing(sql, m.end() - 1)] for m in re.finditer(r' over \(', sql)}


def split_top(text):
    parts, depth, begin = [], 0, 0
    for k, c in enumerate(text):
        depth += {'(': 1, ')': -1}.get(c, 0)
        if c == ',' and depth == 0:
            parts.append(text[begin:k].strip())
            begin = k + 1
    return parts + [text[begin:].strip()]


def reduce(sql, con, shade, setup, wrong):
    """Tries all smaller texts of a round in one process of shade."""
    for _ in range(40):
        tried = {q for q in smaller(sql) if windows(q) <= windows(sql)}
        tried = sorted(tried - {sql}, key=len)[:400]
        theirs = [(q, ask_duck(con, q)) for q in tried]
        theirs = [(q, a) for q, a in theirs if not isinstance(a, str)]
        ours = shade.ask(setup, [q for q, _ in theirs], 60)
        better = [q for (q, a), b in zip(theirs, ours) if len(q) < len(sql) and wrong(a, b)]
        if not better:
            break
        sql = better[0]
    return sql


def differs(a, b):
    return not isinstance(b, str) and a != b


def fails(a, b):
    return isinstance(b, str) and 'syntax error' not in b and 'does not exist' not in b


def report(seed, engine, setup, sql, con, piped):
    theirs = ask_duck(con, sql)
    ours = engine.ask(setup, [piped or sql], 60)[0]
    wrong = fails if isinstance(ours, str) else differs
    if not piped and wrong(theirs, ours):
        sql = reduce(sql, con, engine, setup, wrong)
        theirs, ours = ask_duck(con, sql), engine.ask(setup, [sql], 60)[0]
    print(f'seed {seed}, {engine.name}: {piped or sql}')
    third = ask_sqlite(setup, sql)
    if isinstance(ours, str):
        print('    ' + ours.strip()[:300])
    else:
        print(f'    DuckDB alone: {[r for r in theirs if r not in ours][:5]}, '
              f'shade alone: {[r for r in ours if r not in theirs][:5]}, '
              f'rows {len(theirs)} and {len(ours)}, sqlite with '
              + ('DuckDB' if third == theirs else 'shade' if third == ours else 'none'))
    sys.stdout.flush()


def one_batch(args, seed, engines):
    """How many queries were compared, and how many differed."""
    gen = Gen(seed)
    setup = list(gen.statements())
    try:
        con = duck(setup)
    except duckdb.Error as e:
        print(f'seed {seed}: no tables: {e}', file=sys.stderr)
        return 0, 0
    asked = []
    for _ in range(args.batch):
        sql, piped = gen.query()
        theirs = ask_duck(con, sql)
        if not isinstance(theirs, str):
            asked.append((sql, piped, theirs))
        elif args.verbose:
            print(f'DuckDB refuses: {sql}\n    {theirs[:200]}', file=sys.stderr)
    if args.verbose:
        print(f'seed {seed}: {sum(a != [] for _, _, a in asked)} of {len(asked)} have rows',
              file=sys.stderr)
    bad, doubts = set(), 0
    for engine in engines:
        answers = engine.ask(setup, [piped or sql for sql, piped, _ in asked])
        for k, (ours, (sql, piped, theirs)) in enumerate(zip(answers, asked)):
            if ours != theirs and k not in bad:
                if ours == unoptimized(con, sql):
                    doubts += 1
                    continue
                bad.add(k)
                if len(bad) <= args.show:
                    report(seed, engine, setup, sql, con, piped)
    if doubts:
        print(f'seed {seed}: {doubts} where DuckDB says the same without its optimizer',
              file=sys.stderr)
    return len(asked), len(bad)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--shade', default='build/release/shade')
    p.add_argument('--hostile', default='')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--queries', type=int, default=300)
    p.add_argument('--batch', type=int, default=300)
    p.add_argument('--rules-off', default='')
    p.add_argument('--show', type=int, default=5, help='differences printed of each batch')
    p.add_argument('--turns', action='store_true', help='one way of running a batch, in turn')
    p.add_argument('--verbose', action='store_true')
    args = p.parse_args()
    engines = [Shade(f'{n} thread{"s" * (n > 1)}', args.shade, n, args.rules_off) for n in (1, 2)]
    if args.hostile:
        engines.append(Shade('batches of 3 rows', args.hostile, 2, args.rules_off))
    ran = bad = 0
    seed = args.seed
    while ran < args.queries:
        some = [engines[seed % len(engines)]] if args.turns else engines
        n, b = one_batch(args, seed, some)
        ran, bad, seed = ran + n, bad + b, seed + 1
        if seed - args.seed > 10 + 3 * args.queries / args.batch:
            break
    print(f'{ran - bad} passed, {bad} failed')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
