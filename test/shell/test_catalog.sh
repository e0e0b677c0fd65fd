#!/bin/sh
# Catalog files between processes: what is seen, what is not, what is kept.
. "${0%/*}/lib.sh"

cat >a.sql <<'END'
CREATE TABLE orders (id INT, region STRING, total DECIMAL(10,2));
INSERT INTO orders VALUES (1, 'EU', 10), (2, 'US', 20);
CREATE VIEW big AS SELECT id FROM orders WHERE total > 15;
CREATE TEMPORARY VIEW orders AS SELECT * FROM orders WHERE region = 'EU';
CREATE TEMPORARY TABLE hidden_tmp AS SELECT 'secret_row' AS s;
CREATE LIVE VIEW live_tmp (CONSTRAINT c EXPECT (total > 0)) AS SELECT * FROM orders;
SELECT count(*) FROM orders;
DROP TEMPORARY VIEW orders;
SELECT count(*) FROM orders;
END

run shop.db -f a.sql --no-header
is 'a temporary view shadows and unshadows the table' "$out" "1${nl}2$nl"

# --- a second process ----------------------------------------------------------

run shop.db --no-header -c 'SELECT * FROM orders ORDER BY id'
is 'a second process sees the table' "$out" "1,EU,10.00${nl}2,US,20.00$nl"
run shop.db --no-header -c 'SELECT * FROM big'
is 'a second process sees the view' "$out" "2$nl"
run shop.db -c 'SELECT * FROM hidden_tmp'
is 'a second process sees no temporary table' "$status" 1
run shop.db --no-header -c 'SHOW TABLES'
is 'only permanent objects are listed' "$out" "big,view,false,${nl}orders,table,false,$nl"
is 'nothing temporary is in the file' \
	"$(cat shop.db shop.db-wal 2>/dev/null | grep -c 'hidden_tmp\|secret_row\|live_tmp')" 0

# --- two at once ------------------------------------------------------------------

"$SHADE" both.db -c 'CREATE TABLE t (p INT, i INT)'
for p in 1 2 3; do
	i=0
	while [ $i -lt 40 ]; do
		echo "INSERT INTO t VALUES ($p, $i);"
		i=$((i + 1))
	done >"w$p.sql"
	"$SHADE" both.db -f "w$p.sql" 2>"w$p.err" &
done
wait
is 'writers at the same time do not fail' "$(cat w?.err)" ''
run both.db --no-header -c 'SELECT p, count(*), count(DISTINCT i) FROM t GROUP BY p ORDER BY p'
is 'writers at the same time lose nothing' "$out" "1,40,40${nl}2,40,40${nl}3,40,40$nl"

# one reads while the other writes: each statement sees a whole snapshot
"$SHADE" pair.db -c 'CREATE TABLE a (i INT); CREATE TABLE b (i INT)'
i=0
while [ $i -lt 60 ]; do
	echo "BEGIN; INSERT INTO a VALUES ($i); INSERT INTO b VALUES ($i); COMMIT;"
	i=$((i + 1))
done >pair.sql
"$SHADE" pair.db -f pair.sql &
writer=$!
bad=0
for i in 1 2 3 4 5 6 7 8; do
	same=$("$SHADE" pair.db --no-header \
		-c 'SELECT (SELECT count(*) FROM a) = (SELECT count(*) FROM b)')
	[ "$same" = true ] || bad=$((bad + 1))
done
wait $writer
is 'a transaction is seen as a whole or not at all' "$bad" 0

# --- conflicts -----------------------------------------------------------------------

"$SHADE" clash.db -c 'CREATE TABLE t (i INT); INSERT INTO t VALUES (1), (2)'
cat >clash.sql <<END
BEGIN;
DELETE FROM t WHERE i = 1;
.shell "$SHADE" clash.db -c 'DELETE FROM t WHERE i = 2'
COMMIT;
END
run clash.db -f clash.sql
is 'two that delete from one table conflict' "$status" 1
has 'the conflict names what the other did' "$err" 'inlined delete'
has 'the conflict names what this one did' "$err" 'run it again'
run clash.db --no-header -c 'SELECT i FROM t'
is 'the first one wins as a whole' "$out" "1$nl"

cat >insert.sql <<END
BEGIN;
INSERT INTO t VALUES (10);
.shell "$SHADE" clash.db -c 'INSERT INTO t VALUES (20)'
COMMIT;
SELECT i FROM t ORDER BY i;
END
run clash.db --no-header -f insert.sql
is 'two inserts never conflict' "$out" "1${nl}10${nl}20$nl"

# --- killed ----------------------------------------------------------------------------

"$SHADE" killed.db -c 'CREATE TABLE a (i INT); CREATE TABLE b (i INT)'
i=0
while [ $i -lt 3000 ]; do
	echo "BEGIN; INSERT INTO a VALUES ($i); INSERT INTO b VALUES ($i); COMMIT;"
	i=$((i + 1))
done >killed.sql
bad=0
for pause in 0.05 0.1 0.15 0.2; do
	"$SHADE" killed.db -f killed.sql >/dev/null 2>&1 &
	writer=$!
	sleep $pause
	kill -9 $writer
	wait $writer 2>/dev/null
	same=$("$SHADE" killed.db --no-header \
		-c 'SELECT (SELECT count(*) FROM a) = (SELECT count(*) FROM b)')
	[ "$same" = true ] || bad=$((bad + 1))
done 2>/dev/null
is 'a killed writer leaves the previous or the next snapshot' "$bad" 0

# --- files that are no catalogs -----------------------------------------------------------

echo 'this is a text that is longer than a hundred bytes, so that sqlite looks at its header and says no, it is not one of mine' >text.db
run text.db -c 'SELECT 1'
is 'a text file is refused' "$([ "$status" = 0 ] || echo no)" no
has 'a text file is named' "$err" '"text.db" is not a sqlite3 file'
run --readonly nosuch.db -c 'SELECT 1'
is 'a missing file is not made when reading only' "$(ls nosuch.db 2>/dev/null)" ''
has 'the missing file is named' "$err" 'nosuch.db'
run --readonly shop.db -c 'CREATE TABLE x (a INT)'
is 'a read-only catalog refuses changes' "$status" 1
has 'it says so' "$err" 'read-only'
run --readonly shop.db --no-header -c 'SELECT count(*) FROM orders'
is 'a read-only catalog can be read' "$out" "2$nl"

if command -v sqlite3 >/dev/null; then
	sqlite3 plain.db 'CREATE TABLE t (a)'
	run plain.db -c 'SELECT 1'
	has 'a sqlite file of another kind is refused' "$err" 'not a catalog'
	cp shop.db old.db
	sqlite3 old.db "UPDATE ducklake_metadata SET value = '0.3' WHERE key = 'version'"
	run old.db -c 'SELECT 1'
	has 'another version is refused by number' "$err" 'version "0.3"'
	cp shop.db crypt.db
	sqlite3 crypt.db "UPDATE ducklake_metadata SET value = 'true' WHERE key = 'encrypted'"
	run crypt.db -c 'SELECT 1'
	has 'an encrypted catalog is refused' "$err" 'encrypted'
	is 'there are 28 tables of the format' \
		"$(sqlite3 shop.db "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'ducklake_*' AND name NOT GLOB 'ducklake_inlined_data_[0-9]*'")" 28
	is 'sqlite finds the file in order' "$(sqlite3 both.db 'PRAGMA integrity_check')" ok
fi

finish
