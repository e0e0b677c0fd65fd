#!/bin/sh
# What each output mode writes, byte by byte.
. "${0%/*}/lib.sh"

cat >people.csv <<'END'
id,name,joined,score,active
1,Ana,2024-01-05,91.5,true
2,José,2024-02-11,,false
3,李雷,2023-12-30,78.25,true
4,"O'Hara, Bob",2024-03-02,100,true
END

run --box -c "SELECT * FROM 'people.csv'"
is 'the table' "$out" "╭────────┬─────────────┬────────────┬────────┬─────────╮
│     id │ name        │ joined     │  score │ active  │
│ bigint │ varchar     │ date       │ double │ boolean │
├────────┼─────────────┼────────────┼────────┼─────────┤
│      1 │ Ana         │ 2024-01-05 │  91.5  │ true    │
│      2 │ José        │ 2024-02-11 │   NULL │ false   │
│      3 │ 李雷        │ 2023-12-30 │  78.25 │ true    │
│      4 │ O'Hara, Bob │ 2024-03-02 │ 100.0  │ true    │
╰────────┴─────────────┴────────────┴────────┴─────────╯
"
is 'no footer in a pipe' "$err" ''
LC_ALL=C run --box -c "SELECT 'é' AS x"
is 'no box characters without UTF-8' "$(printf '%s' "$out" | LC_ALL=C tr -d ' -~\n')" ''
run --csv -c "SELECT * FROM 'people.csv'"
is 'csv' "$out" "id,name,joined,score,active
1,Ana,2024-01-05,91.5,true
2,José,2024-02-11,,false
3,李雷,2023-12-30,78.25,true
4,\"O'Hara, Bob\",2024-03-02,100.0,true
"
run --csv -c "SELECT '' AS a, NULL AS b, 'x' || chr(34) || 'y' AS c"
is 'csv tells the empty text from NULL' "$out" "a,b,c
\"\",,\"x\"\"y\"
"
run -c ".mode csv --sep ';'" -c "SELECT 1 AS a, 'x;y' AS b"
is 'csv with another separator' "$out" "a;b
1;\"x;y\"
"
run --no-header -c 'SELECT 1 AS a'
is '--no-header' "$out" "1
"
is '-z ends rows with NUL' "$("$SHADE" -z --no-header -c 'SELECT 1 AS a UNION ALL SELECT 2' | tr '\0' '+')" '1+2+'
run --null '(none)' -c 'SELECT NULL AS a'
is '--null' "$out" "a
(none)
"
run --tsv -c "SELECT 'a' || chr(9) || 'b' AS x, NULL AS y"
is 'tsv' "$out" 'x	y
a\tb	\N
'
run --json -c "SELECT id, name, score FROM 'people.csv' LIMIT 2"
is 'json' "$out" '[{"id":1,"name":"Ana","score":91.5},
{"id":2,"name":"José","score":null}]
'
run --json -c 'SELECT 1 AS x WHERE false'
is 'json without rows' "$out" '[]
'
run --jsonl -c "SELECT 9223372036854775807 AS a, chr(10) AS b"
is 'jsonl keeps all digits' "$out" '{"a":9223372036854775807,"b":"\n"}
'
run --md -c "SELECT 1 AS n, 'a|b' AS t"
is 'md' "$out" '| n | t |
|---:|---|
| 1 | a\|b |
'
run --line -c "SELECT 1 AS n, 'x' AS text"
is 'line' "$out" '   n = 1
text = x
'
run -c '.mode insert people' -c "SELECT 1 AS n, 'it''s' AS t, NULL AS z"
is 'insert' "$out" "INSERT INTO people (\"n\", \"t\", \"z\") VALUES (1, 'it''s', NULL);
"
run -m off -c 'SELECT 1'
is 'off' "$out" ''
run --box -c 'SELECT 1 AS x WHERE false'
is 'an empty table has its header' "$out" "╭─────╮
│   x │
│ int │
├─────┤
╰─────╯
"
run --box -c "SELECT 'NULL' AS a, '' AS b, ' x' AS c, NULL AS d"
has 'text that could be mistaken is quoted' "$out" "│ 'NULL'  │ ''      │ ' x'    │"
run --box -c "SELECT chr(27) || '[31m' AS a, chr(9) AS b"
has 'control characters are shown' "$out" '\e[31m'
run --box -c '.wrap word' -c '.maxwidth 9' -c "SELECT 'one two three' AS t, 'a' || chr(10) || 'b' AS n"
is '.wrap word' "$out" "╭───────────┬─────────╮
│ t         │ n       │
│ varchar   │ varchar │
├───────────┼─────────┤
│ one two   │ a↵      │
│ three     │ b       │
╰───────────┴─────────╯
"
run -c 'SELECT 1 AS a \gx'
has '\gx is vertical' "$out" 'a'
run --no-header -c "SET 'table.local-time-zone' = 'Europe/Berlin'" \
	-c "SELECT TIMESTAMP_LTZ '2024-07-01 12:00:00' AS t" \
	-c "SET 'table.local-time-zone' = 'UTC'" \
	-c "SELECT TIMESTAMP_LTZ '2024-07-01 12:00:00' AS t"
is 'times with zone are shown in the session time zone' "$out" "2024-07-01 12:00:00+02
2024-07-01 12:00:00+00
"
run -c '.mode nosuch'
is 'an unknown mode is an error' "$status" 1
run -c '.mode jsno'
has 'with the nearest one' "$err" 'did you mean "json"'
run -c 'SELECT 1.50 AS d, 0.1 AS e, CAST(1e20 AS DOUBLE) AS f, CAST(0.1 AS DOUBLE) AS g'
has 'decimals keep their digits, doubles are shortest' "$out" '1.50,0.1,1e+20,0.1'

finish
