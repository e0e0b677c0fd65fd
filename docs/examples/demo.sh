#!/bin/sh
# The tour that `make demo` runs: real questions over real files.
# Usage: demo.sh SHADE DATA_DIR   (a built shade, the folder test/data/vega)
set -eu
shade=${1:?usage: demo.sh SHADE DATA_DIR}
data=${2:?usage: demo.sh SHADE DATA_DIR}
here=$(cd "$(dirname "$0")" && pwd)
shade=$(cd "$(dirname "$shade")" && pwd)/$(basename "$shade")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

say() { printf '\n\033[1m-- %s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n-- %s\n' "$*"; }

# Scripts and data side by side, so that messages name them plainly.
for file in "$data"/* "$here"/*.sql; do
	ln -s "$(cd "$(dirname "$file")" && pwd)/$(basename "$file")" "$tmp"
done
cd "$tmp"

say "1. a file is a table: which weather does Seattle have?"
"$shade" --box -c "SELECT weather, count(*) AS days, max(temp_max) AS warmest
FROM 'seattle-weather.csv' GROUP BY weather ORDER BY days DESC"

say "2. a permanent table, shadowed by a temporary view and back again"
"$shade" --box sky.db -f shadow.sql

say "3. nothing temporary is in the file: a second process sees the table alone"
"$shade" --box sky.db -c "SHOW TABLES"

say "4. a live view with three expectations, one of each action"
"$shade" --box -f expectations.sql

say "5. a row that must not exist stops the statement (exit status 3)"
status=0
"$shade" --box -f fail.sql || status=$?
echo "exit status $status"

say "6. join JSON flights with CSV airports, rank with a window"
"$shade" --box -f flights.sql

say "7. films, as a pipe of operators"
"$shade" --box -f films.sql

say "8. into other tools: the coldest days, sorted by sort(1)"
"$shade" --tsv -c ".headers off" \
	-c "SELECT temp_min, date FROM 'seattle-weather.csv'" | sort -n | head -3

say "9. a script with parameters"
"$shade" --box -p state=Texas -p since=1999-01-01 -f strikes.sql

say "10. from a pipe, to JSON"
printf 'a,b\n1,x\n2,y\n' | "$shade" --json -c "SELECT sum(a) AS total FROM stdin"
