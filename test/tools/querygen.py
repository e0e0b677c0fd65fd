"""querygen.py - random tables, views and queries, the same for the same seed.

A Gen owns one schema: statements() makes it, query() asks about it.  Every
expression has one of the kinds of TYPES, cannot fail on a value, and means the
same in shade and in DuckDB; what depends on an order is ordered by every
column in scope, so that each query has one right multiset of rows.
"""
import random

TYPES = {'i': 'int', 'b': 'bigint', 's': 'varchar', 'd': 'double', 'n': 'decimal(10,2)',
         'x': 'boolean', 'D': 'date', 'T': 'timestamp'}
TEXTS = ['', 'a', 'b', 'abc', 'A', 'a%b', 'x_y', ' a ', '12', '-3', 'déjà vu', 'ÄÖ', '日本語',
         '😀', 'a string longer than twelve', 'another long string', 'zz']
PATTERNS = ['a%', '%b', '%a%', '_', '__', 'a_c', '%', '', '%本%', 'é%', '%long%string', '_%_']
FRAMES = ['unbounded preceding', '2 preceding', '1 preceding', 'current row', '1 following',
          '3 following', 'unbounded following']


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.n_names = 0
        self.tables = {}

    def name(self, stem):
        self.n_names += 1
        return f'{stem}{self.n_names}'

    def chance(self, p):
        return self.r.random() < p

    # Tables and values.

    def value(self, kind, nulls=.2):
        r = self.r
        if r.random() < nulls:
            return 'NULL'
        if kind == 'i':
            return str(r.randint(-3, 6))
        if kind == 'b':
            return str(r.choice([1, 2, 10**12, -5, 7, 0, -10**12]))
        if kind == 's':
            return "'" + r.choice(TEXTS) + "'"
        if kind == 'd':
            return r.choice(['0.5', '-1.25', '3.0', '1024.0', '0.0', '2.0']) + '::double'
        if kind == 'n':
            return r.choice(['0.50', '-1.25', '3.00', '99999.99', '0.00', '2.10'])
        if kind == 'x':
            return r.choice(['true', 'false'])
        day = f'20{r.choice(["20", "21", "24"])}-{r.choice([1, 2, 12]):02}-{r.choice([1, 28, 15]):02}'
        if kind == 'D':
            return f"date '{day}'"
        return f"timestamp '{day} {r.choice(['00:00:00', '12:30:01', '23:59:59.5'])}'"

    def statements(self):
        r = self.r
        for name in ('t', 'u', 'w', 'z'):
            kinds = r.sample('iisbdnxDT' if name == 't' else 'isbdnxDT', r.randint(2, 6))
            if 'i' not in kinds:
                kinds[0] = 'i'
            n = 0 if name == 'z' else r.choice([1, 3, 12, 25, 60])
            nulls, skew = r.choice([0, .2, .2, .7]), r.choice([0, 0, .8])
            cols = [(f'{name}{k}', x) for k, x in enumerate(kinds)]
            yield f'create temporary table {name} ({", ".join(f"{c} {TYPES[x]}" for c, x in cols)})'
            hot = [self.value(x, nulls) for x in kinds]
            rows = ['(' + ', '.join(hot[k] if self.chance(skew) else self.value(x, nulls)
                                    for k, x in enumerate(kinds)) + ')' for _ in range(n)]
            if rows:
                yield f'insert into {name} values {", ".join(rows)}'
            self.tables[name] = cols
        for name in ('v', 'vv'):
            body, kinds = self.select([], 0, r.choice([None, ['i', 's', 'd'], ['b', 'i', 'x', 'D']]))
            cols = [(f'{name}_{k}', x) for k, x in enumerate(kinds)]
            yield f'create temporary view {name}({", ".join(c for c, _ in cols)}) as {body}'
            self.tables[name] = cols

    # Expressions: scope is a list of (text, kind).

    def expr(self, kind, scope, depth=2):
        r = self.r
        fits = [c for c, x in scope if x == kind]
        if depth <= 0 or self.chance(.45):
            return r.choice(fits) if fits and self.chance(.8) else self.typed(kind)
        a = lambda k=kind: self.expr(k, scope, depth - 1)
        if self.chance(.25):
            return self.choice_of(kind, a, scope, depth)
        if kind == 'x':
            return '(' + self.cond(scope, depth - 1) + ')'
        return r.choice(self.forms(kind, a))()

    def typed(self, kind):
        v = self.value(kind, .1)
        return f'cast({v} as {TYPES[kind]})' if v == 'NULL' or kind in 'bn' else v

    def choice_of(self, kind, a, scope, depth):
        c = lambda: self.cond(scope, depth - 1)
        return self.r.choice([
            lambda: f'coalesce({a()}, {a()})',
            lambda: f'coalesce({a()}, {a()}, {a()})',
            lambda: f'nullif({a()}, {a()})',
            lambda: f'case when {c()} then {a()} when {c()} then {a()} else {a()} end',
            lambda: f'case when {c()} then {a()} end',
            lambda: f'case {a("i")} when {a("i")} then {a()} when 1 then {a()} else {a()} end',
            lambda: f'greatest({a()}, {a()})',
            lambda: f'least({a()}, {a()}, {a()})'])()

    def forms(self, kind, a):
        part = self.r.choice(['year', 'month', 'day', 'quarter', 'doy'])
        unit = self.r.choice(['year', 'month', 'day', 'week', 'quarter'])
        step = self.r.choice(['1', '30', '-1'])
        return {
            'i': [lambda: f'({a()} % 1000 + {a()} % 1000)', lambda: f'({a()} % 100 * ({a()} % 7))',
                  lambda: f'({a()} % nullif({a()}, 0))', lambda: f'length({a("s")})',
                  lambda: f'-({a()} % 50)', lambda: f'abs({a()})', lambda: f'sign({a()})',
                  lambda: f"cast(extract({part} from {a('D')}) as int)",
                  lambda: f'cast({a("x")} as int)', lambda: f"try_cast(replace({a('s')}, '.', 'x') as int)",
                  lambda: f'cast(floor({a("d")} / 1000) as int)',
                  lambda: f"position('a' in {a('s')})", lambda: f'ascii({a("s")})',
                  lambda: f"cast(datediff('day', {a('D')}, {a('D')}) as int)"],
            'b': [lambda: f'({a()} % 1000000 + {a("i")})', lambda: f'cast({a("i")} as bigint)',
                  lambda: f'({a()} % 1000 * ({a("i")} % 10))', lambda: f'({a()} & 255)',
                  lambda: f'({a()} | 3)', lambda: f'abs({a()})'],
            's': [lambda: f'({a()} || {a()})', lambda: f'upper({a()})', lambda: f'lower({a()})',
                  lambda: f'substring({a()}, {self.r.randint(1, 4)}, {self.r.randint(0, 3)})',
                  lambda: f"replace({a()}, 'a', {a()})", lambda: f'trim({a()})',
                  lambda: f'cast({a("i")} as varchar)', lambda: f'cast({a("D")} as varchar)',
                  lambda: f'reverse({a()})', lambda: f"lpad({a()}, 4, '*')",
                  lambda: f'left({a()}, 2)', lambda: f'right({a()}, 2)', lambda: f'ltrim({a()})',
                  lambda: f'repeat(left({a()}, 3), 2)', lambda: f'cast({a("x")} as varchar)',
                  lambda: f'cast({a("n")} as varchar)'],
            'd': [lambda: f'({a()} + {a("i")})', lambda: f'cast({a("i")} as double)',
                  lambda: f'floor({a()})', lambda: f'ceil({a()})', lambda: f'-({a()})',
                  lambda: f'abs({a()})', lambda: f'cast({a("n")} as double)',
                  lambda: f'({a()} - {a()})'],
            'n': [lambda: f'cast({a("i")} % 100 as decimal(10,2))', lambda: f'abs({a()})',
                  lambda: f'cast(({a()} % 100 + {a()} % 100) as decimal(10,2))',
                  lambda: f'cast(({a()} % 10 - {a("i")} % 10) as decimal(10,2))'],
            'D': [lambda: f"cast({a()} + interval '{step}' day as date)",
                  lambda: f"cast(date_trunc('{unit}', {a()}) as date)",
                  lambda: f"cast({a()} + interval '{step}' month as date)",
                  lambda: f'cast({a("T")} as date)'],
            'T': [lambda: f'cast({a("D")} as timestamp)',
                  lambda: f"date_trunc('hour', {a()})",
                  lambda: f"({a()} + interval '{step}' hour)"],
        }[kind]

    def cond(self, scope, depth=2, sub=0):
        r = self.r
        if sub and self.chance(.4):
            return self.sub_cond(scope, sub)
        if depth > 0 and self.chance(.3):
            op = r.choice([' and ', ' or ', ' or '])
            text = op.join(self.cond(scope, depth - 1, sub) for _ in range(2))
            return f'not ({text})' if self.chance(.2) else f'({text})'
        kind = r.choice([x for _, x in scope] or ['i'])
        a = lambda: self.expr(kind, scope, depth - 1)
        p = r.random()
        if p < .15:
            return f'{a()} is {r.choice(["", "not "])}null'
        if p < .25:
            return f'{a()} {r.choice(["", "not "])}between {a()} and {a()}'
        if p < .4:
            some = ', '.join(self.typed(kind) for _ in range(r.randint(1, 4)))
            return f'{a()} {r.choice(["", "not "])}in ({some})'
        if kind == 's' and p < .6:
            return f"{a()} {r.choice(['', 'not '])}{r.choice(['like', 'ilike'])} '{r.choice(PATTERNS)}'"
        if kind == 'x' and p < .7:
            return r.choice([a(), f'not {a()}', f'({a()}) is true', f'({a()}) is not false'])
        op = r.choice(['=', '=', '<>', '<', '<=', '>', '>=', 'is distinct from',
                       'is not distinct from'])
        other = r.choice([x for x in 'ibdn']) if kind in 'ibdn' else kind
        return f'{a()} {op} {self.expr(other, scope, depth - 1)}'

    def sub_cond(self, scope, depth):
        r = self.r
        kind = r.choice([x for _, x in scope] or ['i'])
        a = self.expr(kind, scope, 1)
        p = r.random()
        if p < .3:
            return f'{r.choice(["", "not "])}exists ({self.select(scope, depth - 1)[0]})'
        if p < .6:
            body = self.select(scope, depth - 1, [kind])[0]
            return f'{a} {r.choice(["in", "not in"])} ({body})'
        if p < .75:
            body = self.select(scope, depth - 1, [kind])[0]
            return f'{a} {r.choice(["=", "<", ">=", "<>"])} {r.choice(["any", "all"])} ({body})'
        return f'{a} {r.choice(["=", "<", ">="])} {self.scalar(kind, scope, depth - 1)}'

    def scalar(self, kind, outer, depth):
        """A subquery that gives exactly one row."""
        text, scope = self.source(outer, depth)
        where = f' where {self.cond(scope + outer, 1, depth)}' if self.chance(.7) else ''
        e = self.expr(kind, scope, 1)
        fn = self.r.choice(['min', 'max'])
        if kind in 'ib' and self.chance(.4):
            return f'(select cast(count({e}) as {TYPES[kind]}) from {text}{where})'
        return f'(select {fn}({e}) from {text}{where})'

    # FROM.

    def item(self, outer, depth):
        r = self.r
        alias = self.name('a')
        if depth > 0 and self.chance(.15):
            body, kinds = self.select([], depth - 1)
            cols = [(f'c{k}', x) for k, x in enumerate(kinds)]
            return (f'({body}) as {alias}({", ".join(c for c, _ in cols)})',
                    [(f'{alias}.{c}', x) for c, x in cols])
        if self.chance(.05):
            kinds = r.sample('isbdxD', 2)
            rows = ', '.join('(' + ', '.join(self.typed(x) for x in kinds) + ')' for _ in range(3))
            return (f'(values {rows}) as {alias}(c0, c1)',
                    [(f'{alias}.c{k}', x) for k, x in enumerate(kinds)])
        t = r.choice(['t', 'u', 'w'] + [x for x in sorted(self.tables) if x != 'z' or self.chance(.3)])
        return f'{t} as {alias}', [(f'{alias}.{c}', x) for c, x in self.tables[t]]

    def source(self, outer, depth):
        r = self.r
        text, scope = self.item(outer, depth)
        for _ in range(r.choice([0, 0, 1, 1, 2]) if depth >= 0 else 0):
            if depth > 0 and self.chance(.12):
                body, kinds = self.select(scope, depth - 1)
                alias = self.name('l')
                cols = [(f'c{k}', x) for k, x in enumerate(kinds)]
                names = ', '.join(c for c, _ in cols)
                how, on = r.choice([('cross join', ''), ('left join', ' on true')])
                text += f' {how} lateral ({body}) as {alias}({names}){on}'
                scope = scope + [(f'{alias}.{c}', x) for c, x in cols]
                continue
            more, new = self.item(outer, depth)
            how = r.choice(['join', 'join', 'left join', 'left join', 'right join', 'full join',
                            'cross join', 'semi join', 'anti join'])
            text += f' {how} {more}'
            if how != 'cross join':
                text += ' on ' + self.on(scope, new)
            if how not in ('semi join', 'anti join'):
                scope = scope + new
        return text, scope

    def on(self, left, right):
        r = self.r
        pairs = [(a, b) for a, x in left for b, y in right if x == y]
        if not pairs or self.chance(.1):
            pairs = [(a, b) for a, x in left for b, y in right if {x, y} <= set('ibdn')]
        if not pairs:
            return self.cond(left + right, 1)
        a, b = r.choice(pairs)
        text = f'{a} {r.choice(["=", "=", "=", "=", "<", "is not distinct from"])} {b}'
        return text + f' and {self.cond(left + right, 1)}' if self.chance(.3) else text

    # Queries.

    def select(self, outer, depth, kinds=None):
        """A query and the kinds of its columns; kinds asks for these."""
        r = self.r
        if depth > 0 and self.chance(.15):
            return self.set_operation(outer, depth, kinds)
        text, scope = self.source(outer, depth)
        where = f' where {self.cond(scope + outer, 2, max(depth, 0))}' if self.chance(.45) else ''
        if kinds is None:
            kinds = [r.choice('ibsdnxDT') if self.chance(.2) else r.choice([x for _, x in scope])
                     for _ in range(r.randint(1, 4))]
        if self.chance(.3):
            return self.grouped(text, where, scope, kinds)
        if self.chance(.2) and not outer:
            return self.windowed(text, where, scope)
        es = [self.scalar(k, scope, depth - 1) if depth > 0 and self.chance(.08)
              else self.expr(k, scope + outer) for k in kinds]
        distinct = r.choice(['', '', '', 'distinct '])
        sql = f'select {distinct}{", ".join(es)} from {text}{where}'
        if self.chance(.15):
            order = ', '.join(f'{k + 1}{r.choice(["", " desc", " nulls last"])}'
                              for k in range(len(es)))
            sql += f' order by {order} limit {r.randint(0, 9)}'
            sql += f' offset {r.randint(0, 5)}' if self.chance(.4) else ''
            sql = f'select * from ({sql}) as {self.name("o")}'
        return sql, list(kinds)

    def aggregate(self, kind, scope):
        r = self.r
        e = self.expr(kind, scope, 1)
        d = r.choice(['', '', 'distinct '])
        if kind in 'ib' and self.chance(.6):
            fn = r.choice(['count', 'sum', 'sum'])
            e = self.expr('i', scope, 1) if fn == 'sum' else self.expr(
                r.choice([x for _, x in scope]), scope, 1)
            text = 'count(*)' if self.chance(.2) else f'{fn}({d}{e})'
        elif kind == 'd' and self.chance(.6):
            fn = r.choice(['sum', 'avg', 'stddev', 'var_pop'])
            text = f'{fn}({d}{self.expr(r.choice("di"), scope, 1)})'
            text = f'cast({text} as double)'
            return text
        elif kind == 'x' and self.chance(.5):
            text = f'{r.choice(["bool_and", "bool_or"])}({e})'
        elif kind == 's' and self.chance(.3):
            return f"string_agg({e}, ',' order by {e} || '')"
        else:
            text = f'{r.choice(["min", "max"])}({e})'
        if self.chance(.25):
            text += f' filter (where {self.cond(scope, 1)})'
        return f'cast({text} as {TYPES[kind]})' if kind in 'ibn' else text

    def grouped(self, text, where, scope, kinds):
        r = self.r
        n = r.randint(0, len(kinds))
        keys = [self.expr(k, scope, r.choice([0, 0, 1])) for k in kinds[:n]]
        keys = [k if any(k == c for c, _ in scope) else f'coalesce({k}, {k})' for k in keys]
        es = keys + [self.aggregate(k, scope) for k in kinds[n:]]
        sql = f'select {", ".join(es)} from {text}{where}'
        if keys:
            listed = ', '.join(keys)
            sets = f'grouping sets (({listed}), ({keys[0]}), ())'
            sql += ' group by ' + r.choice([listed] * 4 + [f'rollup({listed})', f'cube({listed})',
                                                          sets])
        if self.chance(.25):
            sql += f' having {self.aggregate("i", scope)} {r.choice(["<", ">=", "<>"])} 2'
        return sql, list(kinds)

    def frame(self):
        r = self.r
        if self.chance(.4):
            return ''
        unit = r.choice(['rows', 'groups', 'range'])
        lo, hi = sorted(r.sample(range(len(FRAMES)), 2))
        lo, hi = min(lo, len(FRAMES) - 2), max(hi, 1)
        if unit == 'range':
            lo, hi = r.choice([(0, 3), (3, 6), (0, 6)])
        text = f'{unit} between {FRAMES[lo]} and {FRAMES[hi]}'
        return text + r.choice(['', '', ' exclude current row', ' exclude ties', ' exclude group'])

    def windowed(self, text, where, scope):
        r = self.r
        every = ', '.join(c for c, _ in scope)
        out, kinds = [], []
        # Equal rows may come in any order: one window whose answer tells them
        # apart is right in all, two of them are not.
        told = False
        for _ in range(r.randint(1, 3)):
            c, kind = r.choice(scope)
            part = f'partition by {r.choice(scope)[0]} ' if self.chance(.6) else ''
            order = f'{r.choice(scope)[0]} {r.choice(["", "desc", "nulls last"])}'
            p = r.random()
            if told:
                p = 0
            told = told or p >= .25
            if p < .25:
                fn = r.choice(['rank()', 'dense_rank()', 'percent_rank()', 'cume_dist()'])
                out.append(f'{fn} over ({part}order by {order})')
                kinds.append('d' if fn[0] in 'pc' else 'b')
            elif p < .5:
                fn = r.choice(['row_number()', 'ntile(3)', f'lag({c})', f'lead({c}, 2)'])
                out.append(f'{fn} over ({part}order by {order}, {every})')
                kinds.append(kind if fn[0] == 'l' else 'b')
            elif p < .7:
                fn = r.choice(['first_value', 'last_value'])
                out.append(f'{fn}({c}) over ({part}order by {order}, {every} {self.frame()})')
                kinds.append(kind)
            else:
                fn, k = r.choice([('sum', 'i'), ('count', kind), ('min', kind), ('max', kind)])
                e = self.expr(k, scope, 1) if fn == 'sum' else c
                out.append(f'{fn}({e}) over ({part}order by {order}, {every} {self.frame()})')
                kinds.append('b' if fn in ('sum', 'count') else kind)
                if kinds[-1] == 'b':
                    out[-1] = f'cast({out[-1]} as bigint)'
        c, kind = r.choice(scope)
        return f'select {c}, {", ".join(out)} from {text}{where}', [kind] + kinds

    def set_operation(self, outer, depth, kinds):
        op = self.r.choice(['union', 'union all', 'intersect', 'except', 'intersect all',
                            'except all'])
        a, kinds = self.select(outer, depth - 1, kinds)
        b, kinds_b = self.select(outer, depth - 1, kinds)
        if kinds_b != kinds:
            return a, kinds
        return f'({a}) {op} ({b})', kinds

    def query(self):
        """One query and, where it has one, its form with pipes."""
        r = self.r
        p = r.random()
        if p < .08:
            return self.recursive(), None
        if p < .2:
            body, kinds = self.select([], 1)
            cte = self.name('q')
            cols = [(f'q{k}', x) for k, x in enumerate(kinds)]
            self.tables[cte] = cols
            try:
                sql = self.select([], 2)[0]
            finally:
                del self.tables[cte]
            return f'with {cte}({", ".join(c for c, _ in cols)}) as ({body}) {sql}', None
        if p < .3:
            return self.piped()
        return self.select([], 2)[0], None

    def recursive(self):
        r = self.r
        text, scope = self.source([], 0)
        e = self.expr('i', scope, 1)
        step = r.choice(['n + 1', 'n + 2', 'abs(n) * 2 + 1'])
        tail = r.choice(['', ' join u as uu on uu.%s = n' % self.tables['u'][0][0]
                         if self.tables['u'][0][1] == 'i' else ''])
        return (f'with recursive r(n) as (select {e} from {text} union '
                f'select {step} from r{tail} where n < {r.randint(2, 20)}) '
                f'select n, count(*) from r group by n')

    def piped(self):
        r = self.r
        text, scope = self.source([], 1)
        cond = self.cond(scope, 2, 1)
        if self.chance(.5):
            es = ', '.join(self.expr(r.choice('ibsdxD'), scope) for _ in range(2))
            return (f'select {es} from {text} where {cond}',
                    f'from {text} |> where {cond} |> select {es}')
        key = r.choice(scope)[0]
        aggs = ', '.join(self.aggregate(r.choice('ibsd'), scope) for _ in range(2))
        return (f'select {key}, {aggs} from {text} where {cond} group by {key}',
                f'from {text} |> where {cond} |> aggregate {aggs} group by {key}')
