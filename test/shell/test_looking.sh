#!/bin/sh
# Commands that look at what there is: catalog, lineage, differences, results.
. "${0%/*}/lib.sh"

cat >people.csv <<'X'
id,name,score
1,Ana,91.5
2,José,
X
cat >setup.sql <<'X'
CREATE TABLE emp (id INT NOT NULL, name STRING COMMENT 'full name') COMMENT 'staff';
INSERT INTO emp VALUES (1, 'a'), (2, 'b''c');
CREATE VIEW zz AS SELECT id, upper(name) AS un FROM emp;
CREATE VIEW aa AS SELECT un, score FROM zz JOIN 'people.csv' p ON p.id = zz.id;
X

# --- the catalog ------------------------------------------------------------

run -f setup.sql -c '\dt'
is '\dt lists tables only' "$out" "name,kind,temporary,comment${nl}emp,table,false,staff$nl"
run -f setup.sql -c '\dv' -m list
is '\dv lists views' "$(printf '%s' "$out" | cut -d'|' -f1 | tr '\n' ' ')" "aa zz "
run -f setup.sql --box -c '.describe emp'
has '.describe says what it is' "$out" 'kind     table'
has 'its comment' "$out" 'comment  staff'
has 'and its rows' "$out" 'rows     2'
has 'columns have comments' "$out" 'full name'
run --csv -c '.describe people.csv'
is '.describe of a file, for machines' "$out" "column,type,nullable,comment
id,BIGINT,true,
name,VARCHAR,true,
score,DOUBLE,true,
"
run --box -c '.describe people.csv'
has '.describe tells the size of a file' "$out" 'bytes, changed'
run -c '\l'
is '\l lists catalogs and databases' "$out" "catalog,database,current,file
default_catalog,default_database,true,
"
run -f setup.sql -c '.schema z*'
is '.schema PATTERN' "$out" "CREATE VIEW default_catalog.default_database.zz (id, un)
AS SELECT id AS id, upper(name) AS un FROM main.emp;
"
run -c '.schema nosuch'
has '.schema without a match fails' "$err" '.tables lists them'
run -f setup.sql -c '.dump'
printf '%s' "$out" >dump.sql
first=$out
run -f dump.sql -c '.dump'
is '.dump makes the same again, views behind what they read' "$out" "$first"
run -f setup.sql -c 'CREATE TEMPORARY VIEW emp AS SELECT 1 AS id' -c '.schema emp'
is '.schema knows both objects of one name' "$(printf '%s' "$out" | grep -c '^CREATE')" 2
run -f setup.sql -c 'CREATE TEMPORARY VIEW emp AS SELECT 1 AS id' -c '.dump'
has '.dump does not take the rows of another object' "$err" 'cannot be read while'

# --- lineage ----------------------------------------------------------------

run -f setup.sql -c '.lineage aa'
is '.lineage draws views down to files' "$out" "aa (view)
├─ zz (view)
│  └─ emp (table)
└─ people.csv (file)
"
run -f setup.sql -c '.lineage aa.un'
is '.lineage of a column' "$out" "column,source,source_kind,source_column
un,emp,table,name
"
run -f setup.sql -c '.lineage --columns aa'
is '.lineage --columns' "$out" "column,source,source_kind,source_column
un,emp,table,name
score,people.csv,file,score
"
run -f setup.sql -c '.lineage --dot aa'
has '.lineage --dot' "$out" '"people.csv" -> "aa";'
run -f setup.sql -c '.lineage --json aa'
has '.lineage --json' "$out" '{"object":"default_catalog.default_database.aa","kind":"view","source":"people.csv","source_kind":"file"}'
run -c '.lineage nosuch'
has '.lineage of nothing' "$err" '"nosuch" does not exist'

# --- results as tables, and differences ---------------------------------------

run -c 'SELECT 1 AS a, 2 AS a' -c 'SELECT * FROM _'
is '_ is the latest result' "$out" "a,a${nl}1,2${nl}a,a${nl}1,2$nl"
run -c 'SELECT 1 AS a' -c 'SELECT 2 AS b' -c 'SELECT * FROM _1, _'
is '_1 is the one before' "$out" "a${nl}1${nl}b${nl}2${nl}a,b${nl}1,2$nl"
run -c 'SELECT 1 AS a' -c '.tables' -c 'SELECT * FROM _'
has 'listings are no results' "$out" "a${nl}1$nl"
run -c 'SELECT * FROM _'
has 'without a result it is said' "$err" '"_" is the latest result'
run -c 'SELECT * FROM range(20000)' -c 'SELECT * FROM _'
has 'a long result is not kept in a script' "$err" 'too many rows'

run -c ".diff (SELECT 1 AS k, 'x' AS s, 1.5 AS v UNION SELECT 2, 'y', 2 UNION SELECT 3, NULL, 3) \
(SELECT 1 AS k, 'x' AS s, 1.50 AS v UNION SELECT 2, 'yy', 2 UNION SELECT 4, 'z', 4) k"
is '.diff with a key pairs cells' "$out" "diff,k,column,first,second
~,2,s,y,yy
-,3,,\"{s: NULL, v: 3.0}\",
+,4,,,\"{s: z, v: 4.00}\"
"
is 'and ends with 1' "$status" 1
run -c '.diff (SELECT 1 AS a) (SELECT 1 AS a, 2 AS b)'
has '.diff names columns of one side' "$err" 'column "b" (INT) is only in the second'
is 'which is a difference' "$status" 1
run -c '.diff people.csv people.csv id'
is '.diff of the same' "$status" 0
run -c '.diff people.csv people.csv nosuch'
has '.diff wants the key on both sides' "$err" 'both need the key column "nosuch"'
run -m list -c 'SELECT 1 AS k, 2 AS v' -c 'SELECT 1 AS k, 3 AS v \diff k'
is '\diff compares with the result before' "$out" "1|2${nl}~|1|v|2|3$nl"

# --- errors as rows, and what is not there yet --------------------------------

run -c '.bail off' -c 'SELECT nosuch' -c 'SELECT 1/0' \
	-c 'SELECT sqlstate, statement, position FROM shade.errors'
is 'shade.errors has the latest first' "$out" "sqlstate,statement,position
22012,SELECT 1/0,8
42703,SELECT nosuch,8
"
for c in '.live' '.changes v' 'SELECT 1 \live' 'SELECT 1 \changes'; do
	run -c "$c"
	has "$c is not supported yet" "$err" 'error[0A000]: not supported yet'
done

# --- psql's habits --------------------------------------------------------------

run -c "CREATE TABLE t AS SELECT 1 AS a" -c "\\copy t to 't.csv'" -c "\\copy t from 't.csv'" \
	-c "\\copy (SELECT a + 1 AS b FROM t) TO 'q.csv'" -c 'SELECT * FROM t'
is '\copy goes both ways' "$out$(cat q.csv)" "a${nl}1${nl}1${nl}b${nl}2${nl}2"
run -c "\\copy t to 'x.csv' csv header"
has '\copy refuses options' "$err" 'takes no options'
run -c '\set y 4' -c '\echo :y' -c '.print ${y} ${unset}'
is 'commands know parameters' "$out" "4${nl}4 \${unset}$nl"

# --- time ---------------------------------------------------------------------

run -c '.timer on' -c 'SELECT 1 AS a'
is 'the timer is not among the rows' "$out" "a${nl}1$nl"
has 'but a note' "$err" ' ms'
run -c '.bench 3 SELECT 1'
has '.bench tells three times' "$out" 'median'
run -c '.explain SELECT 1'
has '.explain shows a plan' "$out" 'Project'
run -c 'SELECT 5 AS x' -c '.explain analyze'
has '.explain alone is about the latest query' "$out" 'total'

# --- help ---------------------------------------------------------------------

for topic in files views modes output parameters scripts editing results charts errors \
	config psql; do
	run -c ".help $topic"
	is ".help $topic" "$status" 0
done
run -c '.help upper'
has '.help of a function' "$out" 'SELECT upper('
run -c '.help \d'
has '.help of an alias' "$out" '.describe'
run -c '.help chrts'
has '.help names the nearest topic' "$err" 'did you mean ".help charts"'
run -c '.manual uper'
has '.manual names the nearest function' "$err" 'did you mean "upper"'
run -c '.explain-error'
has '.explain-error alone lists the codes' "$out" '42703  no table'
run --box -c '.maxrows 4 1' -c 'SELECT * FROM range(9)'
is '.maxrows N TAIL' "$out" "╭────────╮
│  range │
│ bigint │
├────────┤
│      0 │
│      1 │
│      2 │
│      ⋮ │
│      8 │
╰────────╯
"
run -c '.maxrows 7' -c '.maxrows'
is '.maxrows alone answers' "$out" "7$nl"

finish
