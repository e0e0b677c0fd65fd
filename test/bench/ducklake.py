#!/usr/bin/env python3
"""ducklake.py - DuckDB as judge of the catalog files that shade writes.

Random definitions and rows are written by shade; after each round DuckDB's
ducklake extension opens the file and must see the same tables, rows, counts,
minima and maxima. With --both DuckDB writes, too, and shade must see it.

Needs (not for CI): pip install duckdb==1.5.5 pytz
    duckdb-extension-ducklake==1.5.5 duckdb-extension-sqlite-scanner==1.5.5
Usage: SHADE=build/release/shade test/bench/ducklake.py [--both] [SEED [ROUNDS]]
"""
import csv
import glob
import importlib.util
import io
import os
import random
import subprocess
import sys
import tempfile

import duckdb

SHADE = os.environ.get("SHADE", "build/release/shade")


def extension(package):
    where = importlib.util.find_spec(package).submodule_search_locations[0]
    return glob.glob(where + "/extensions/*/*.duckdb_extension")[0]


def connect():
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    for package in ("duckdb_extension_sqlite_scanner", "duckdb_extension_ducklake"):
        con.execute(f"LOAD '{extension(package)}'")
    return con


TEXTS = ["a", "bb", "it''s", 'x"y', "ž", "", "a text that is too long to lie inline"]
LITERALS = {
    "INT": lambda: str(random.randint(-1000, 1000)),
    "BIGINT": lambda: str(random.randint(-(10**15), 10**15)),
    "SMALLINT": lambda: str(random.randint(-30000, 30000)),
    "DOUBLE": lambda: f"CAST({random.uniform(-100, 100):.4f} AS DOUBLE)",
    "VARCHAR": lambda: "'" + random.choice(TEXTS) + "'",
    "DECIMAL(8,2)": lambda: f"{random.randint(-99999, 99999) / 100:.2f}",
    "DATE": lambda: f"DATE '20{random.randint(10, 30)}-0{random.randint(1, 9)}-15'",
    "BOOLEAN": lambda: random.choice(["true", "false"]),
    "TIMESTAMP": lambda: f"TIMESTAMP '2024-01-{random.randint(10, 28)} "
    f"1{random.randint(0, 9)}:00:00.{random.randint(0, 999999):06d}'",
}


class Model:
    """The tables as they should be: names and types of their columns."""

    def __init__(self):
        self.tables = {}
        self.k = 0

    def name(self, prefix):
        self.k += 1
        return f"{prefix}{self.k}"

    def literal(self, kind):
        return "NULL" if random.random() < 0.15 else LITERALS[kind]()

    def condition(self, table):
        col, kind = random.choice(self.tables[table])
        return random.choice(
            [
                f'"{col}" IS NULL',
                f'"{col}" > {self.literal(kind)}',
                f'"{col}" <= {self.literal(kind)}',
            ]
        )

    def rows_statement(self):
        table = random.choice(list(self.tables))
        cols = self.tables[table]
        r = random.random()
        if r < 0.6:
            rows = [
                "(" + ", ".join(self.literal(kind) for _, kind in cols) + ")"
                for _ in range(random.choice([1, 1, 3, 20]))
            ]
            return f"INSERT INTO {table} VALUES " + ", ".join(rows)
        if r < 0.8:
            col, kind = random.choice(cols)
            value = self.literal(kind)
            return f'UPDATE {table} SET "{col}" = {value} WHERE {self.condition(table)}'
        if r < 0.97:
            return f"DELETE FROM {table} WHERE {self.condition(table)}"
        return f"TRUNCATE TABLE {table}"

    def alter_statement(self):
        table = random.choice(list(self.tables))
        cols = self.tables[table]
        r = random.random()
        if r < 0.3:
            kind = random.choice(list(LITERALS))
            col = self.name("d")
            self.tables[table] = cols + [(col, kind)]
            return f'ALTER TABLE {table} ADD COLUMN "{col}" {kind} DEFAULT {self.literal(kind)}'
        if r < 0.45 and len(cols) > 1:
            gone = random.choice(cols)
            self.tables[table] = [c for c in cols if c != gone]
            return f'ALTER TABLE {table} DROP COLUMN "{gone[0]}"'
        if r < 0.6:
            i = random.randrange(len(cols))
            new = self.name("r")
            self.tables[table] = cols[:i] + [(new, cols[i][1])] + cols[i + 1 :]
            return f'ALTER TABLE {table} RENAME COLUMN "{cols[i][0]}" TO "{new}"'
        if r < 0.75:
            new = self.name("t")
            self.tables[new] = self.tables.pop(table)
            return f"ALTER TABLE {table} RENAME TO {new}"
        if r < 0.9:
            return f"COMMENT ON TABLE {table} IS 'comment {random.random()}'"
        del self.tables[table]
        return f"DROP TABLE {table}"

    def statement(self):
        r = random.random()
        if not self.tables or r < 0.1:
            table = self.name("t")
            cols = [
                (f"c{i}", random.choice(list(LITERALS)))
                for i in range(random.randint(1, 5))
            ]
            self.tables[table] = cols
            return f"CREATE TABLE {table} (" + ", ".join(f'"{a}" {b}' for a, b in cols) + ")"
        if r < 0.15:
            table = self.name("t")
            source = random.choice(list(self.tables))
            self.tables[table] = list(self.tables[source])
            return f"CREATE TABLE {table} AS SELECT * FROM {source}"
        return self.alter_statement() if r < 0.3 else self.rows_statement()

    def script(self):
        out = []
        for _ in range(random.randint(3, 15)):
            if random.random() < 0.2 and self.tables:
                body = [self.rows_statement() for _ in range(random.randint(1, 5))]
                out += ["BEGIN", *body, random.choice(["COMMIT", "ROLLBACK"])]
            else:
                out.append(self.statement())
        return out


def normal(rows):
    def text(v):
        return "NULL" if v is None else str(v).lower() if isinstance(v, bool) else str(v)

    return sorted(tuple(text(v) for v in row) for row in rows)


def ask_shade(db, query):
    run = subprocess.run(
        [SHADE, db, "--null", "NULL", "-c", query], capture_output=True, text=True
    )
    return normal(list(csv.reader(io.StringIO(run.stdout)))[1:])


def compare(con, db, model):
    names = con.execute("SELECT table_name FROM duckdb_tables() WHERE database_name = 'l'")
    assert sorted(n for (n,) in names.fetchall()) == sorted(model.tables), "tables"
    for table, cols in model.tables.items():
        rows = ", ".join(f'CAST("{a}" AS VARCHAR)' for a, _ in cols)
        bounds = "count(*), " + ", ".join(
            f'CAST(min("{a}") AS VARCHAR), CAST(max("{a}") AS VARCHAR)' for a, _ in cols
        )
        for what in (rows, bounds):
            theirs = normal(con.execute(f"SELECT {what} FROM l.{table}").fetchall())
            ours = ask_shade(db, f"SELECT {what} FROM {table}")
            assert theirs == ours, f"{table}: DuckDB {theirs}, shade {ours}"


def main():
    both = "--both" in sys.argv
    args = [a for a in sys.argv[1:] if a != "--both"]
    seed = int(args[0]) if args else 1
    rounds = int(args[1]) if len(args) > 1 else 10
    random.seed(seed)
    model, con = Model(), connect()
    with tempfile.TemporaryDirectory() as folder:
        db = folder + "/judged.db"
        for n in range(rounds):
            script = ";\n".join(model.script()) + ";\n"
            run = subprocess.run(
                [SHADE, db, "-f", "-"], input=script, capture_output=True, text=True
            )
            assert run.returncode == 0, run.stderr + script
            con.execute(f"ATTACH 'ducklake:sqlite:{db}' AS l")
            compare(con, db, model)
            con.execute("USE l")
            for _ in range(random.randint(0, 4) if both and model.tables else 0):
                con.execute(model.rows_statement())
            con.execute("USE memory")
            con.execute("DETACH l")
    print(f"seed {seed}: {rounds} rounds agree, {len(model.tables)} tables left")


main()
