#!/bin/sh
# How scripts are read: dot lines, quotes, line ends, variables.
. "${0%/*}/lib.sh"

feed '\357\273\277SELECT 1 AS x;'
is 'a byte order mark is skipped' "$out" "x${nl}1$nl"
feed '#!/usr/bin/env shade\nSELECT 1 AS x;'
is 'a #! line is skipped' "$out" "x${nl}1$nl"
feed '.mode json\r\nSELECT 1 AS x\r\n;\r\nSELECT 2 AS x;\r\n'
is 'CRLF scripts work' "$out" "[{\"x\":1}]${nl}[{\"x\":2}]$nl"
run -c ".mode json${nl}SELECT 1 AS x"
is '-c may hold several lines' "$out" "[{\"x\":1}]$nl"
feed '  .mode json ; -- hi\nSELECT 1 AS x;'
is 'blanks, ; and comments around a dot-command' "$out" "[{\"x\":1}]$nl"
feed '/* c */ -- d\n.mode json\nSELECT 1 AS x;'
is 'a dot-command may follow a comment' "$out" "[{\"x\":1}]$nl"
feed "SELECT '.mode json\n;' AS x;"
is 'a dot inside a quote is text' "$out" "x${nl}\".mode json${nl};\"$nl"
feed 'SELECT 1\n.mode json\n;'
is 'a dot-command inside a statement is an error' "$status" 1
has 'which says where the statement began' "$err" 'began at line 1'
feed 'SELECT 1;;; ;\n;SELECT 2;'
is 'empty statements are fine' "$status" 0
feed '-- only a comment'
is 'a comment alone is fine' "$out$err$status" 0
feed ''
is 'an empty script is fine' "$out$err$status" 0
feed "SELECT 'abc"
is 'an open quote is an error' "$status" 1
feed '.nosuch\nSELECT 1;'
is 'an unknown dot-command stops a script' "$out$status" 1
has 'and is named' "$err" '".nosuch"'
run -c '.tabels'
has 'with its nearest neighbour' "$err" 'did you mean ".tables"'
run -c '.tab'
is 'prefixes are not accepted in scripts' "$status" 1
head -c 4000 /dev/urandom | "$SHADE" >"$work/.out" 2>"$work/.err"
is 'garbage is an error' "$?" 1
collect
if LC_ALL=C grep -q "$(printf '\033')" "$work/.err"; then
	fail 'no escape of garbage reaches the terminal'
else
	pass
fi
printf '.print one "two  three" '"'"'it'"'"''"'"'s'"'"'\n' >print.sql
run -f print.sql
is '.print takes quotes' "$out" "one two  three it's$nl"
printf '.read inner.sql\nSELECT 2 AS x;\n' >outer.sql
printf 'SELECT 1 AS x;\nSELECT nosuch;\n' >inner.sql
run -f outer.sql
has 'an error in a script that is read names that script' "$err" 'inner.sql:2:8: '
is 'and stops both' "$out" "x${nl}1$nl"
printf '.read loop.sql\n' >loop.sql
run -f loop.sql
is 'a script that reads itself ends' "$status" 1

# --- variables --------------------------------------------------------------

run -p n=3 -c 'SELECT ${n} + 1 AS x'
is '${name} is replaced' "$out" "x${nl}4$nl"
run -p w="it's" -c "SELECT :'w' AS x"
is ":'name' is quoted" "$out" "x${nl}it's$nl"
run -p c=x -c 'SELECT 7 AS :"c"'
is ':"name" is a name' "$out" "x${nl}7$nl"
run -p n=3 -c 'SELECT $n + 1 AS x'
is '$name is bound' "$out" "x${nl}4$nl"
run -p n=3 -c 'SELECT :n + 1 AS x'
is ':name is bound' "$out" "x${nl}4$nl"
run -c 'SELECT ${nosuch}'
is 'a ${name} that is not set is an error' "$status" 1
has 'and named' "$err" '"nosuch" is not set'
run -p long=abcdefgh -c 'SELECT ${long}, 1'
has 'the place of an error is in what was written' "$err" '${long}'
run -c ".param set day 'a b'" -c '.param list'
is '.param keeps values' "$out" "day a b$nl"
run -c '.param set n 4' -c 'SELECT $n AS x'
is '.param sets what $name reads' "$out" "x${nl}4$nl"
run -c '.param set n 4' -c '.param unset n' -c 'SELECT $n AS x'
is '.param unset forgets' "$status" 1

# --- scripts as programs -----------------------------------------------------

cat >report.sql <<'END'
#!/usr/bin/env shade
-- Weather of one day.
-- param day date default 2012-12-24  the day to report
-- param n bigint                     how many
SELECT $day AS day, $n + 1 AS n, :'day' AS text;
END
cp report.sql report
run report.sql --n 3
is 'options of a script come from its head' "$out" "day,n,text${nl}2012-12-24,4,2012-12-24$nl"
run report --n=3 --day 2024-01-05 --json
is 'a #! script needs no extension' "$out" "[{\"day\":\"2024-01-05\",\"n\":4,\"text\":\"2024-01-05\"}]$nl"
run report.sql --help
is '--help of a script' "$out" "usage: shade report.sql [--day date] --n bigint
Weather of one day.

  --day date               the day to report (default: 2012-12-24)
  --n bigint               how many
"
run report.sql
is 'a value that is missing ends with 2' "$status" 2
has 'and is named' "$err" 'needs --n bigint'
run report.sql --n x
is 'a value of another type ends with 2' "$status" 2
run report.sql --n 1 --dya x
has 'options of scripts are offered, too' "$err" 'did you mean "--day"'
run -c "SELECT :'nosuch' AS x"
has "a :'name' that is not set is named" "$err" '"nosuch" is not set'

# --- conditions -------------------------------------------------------------

run -c ".if 1 = 1${nl}SELECT 1 AS x;${nl}.else${nl}SELECT 2 AS x;${nl}.endif"
is '.if runs its branch' "$out" "x${nl}1$nl"
run -c ".if false${nl}SELECT 1 AS x;${nl}.elif true${nl}SELECT 2 AS x;${nl}.else${nl}SELECT 3 AS x;${nl}.endif"
is '.elif runs its branch' "$out" "x${nl}2$nl"

# --- output -----------------------------------------------------------------

run -c '.output a.txt' -c 'SELECT 1 AS x' -c '.output' -c 'SELECT 2 AS x'
is '.output goes to a file and back' "$(cat a.txt)|$out" "x${nl}1|x${nl}2$nl"
run -c '.once b.txt' -c 'SELECT 1 AS x' -c 'SELECT 2 AS x'
is '.once takes one result' "$(cat b.txt)|$out" "x${nl}1|x${nl}2$nl"
run -c ".once '|cat >c.txt'" -c 'SELECT 1 AS x' -c 'SELECT 2 AS x'
is '.once takes a command' "$(cat c.txt)|$out" "x${nl}1|x${nl}2$nl"
run -c ".once '|true'" -c 'SELECT * FROM range(100000)' -c 'SELECT 2 AS x'
is 'a command that reads nothing does not end the shell' "$out" "x${nl}2$nl"
run -c '.tee d.txt' -c 'SELECT 1 AS x'
is '.tee copies' "$(cat d.txt)|$out" "x${nl}1|x${nl}1$nl"
"$SHADE" -c 'SELECT 1 AS x' -c '.output /dev/stdout' -c 'SELECT 2 AS x' >e.txt
is '/dev/stdout is not truncated' "$(cat e.txt)" "x${nl}1${nl}x${nl}2"
run -c 'SELECT 1 AS x \g f.txt'
is '\g FILE takes one result' "$(cat f.txt)|$out" "x${nl}1|"
run --safe -c '.shell echo hi'
is 'safe mode runs no commands' "$out$status" 1
run --safe -c '.output x.txt'
is 'safe mode writes no files' "$status" 1
printf 'a\n1\n' >named.csv
printf 'a\n2\n' >other.csv
run --safe named.csv -c 'SELECT a FROM named'
is 'safe mode reads files of the command line' "$out" "a${nl}1$nl"
run --safe named.csv -c "SELECT a FROM './named.csv'"
is 'under any name' "$out" "a${nl}1$nl"
run --safe named.csv -c "SELECT a FROM 'other.csv'"
is 'and no others' "$out$status" 1
run --safe -c "COPY (SELECT 1) TO 'out.csv'"
is 'SQL writes no files either' "$status$(ls out.csv 2>/dev/null)" 1
run --safe -c "SELECT * FROM glob('*')"
is 'nor looks through folders' "$status" 1
run -c '.safe' -c "SELECT a FROM 'named.csv'"
is '.safe closes the door later' "$status" 1
mkfifo pipe
printf 'a,b\n1,2\n3,4\n' >pipe &
run -c "SELECT * FROM 'pipe'"
is 'a named pipe is read once and whole' "$out" "a,b${nl}1,2${nl}3,4$nl"

run -c ".sniff $data/vega/airports.csv"
has '.sniff prints a statement' "$out" 'SELECT * FROM read_csv('
printf '%s' "$out" >sniffed.sql
run -f sniffed.sql
is 'that can be run' "$(printf '%s' "$out" | head -n 1)" 'iata,name,city,state,country,latitude,longitude'

# --- looking around ----------------------------------------------------------

cat >setup.sql <<'END'
CREATE TABLE days AS SELECT 1 AS d;
CREATE VIEW v AS SELECT d FROM days;
CREATE TEMPORARY VIEW days AS SELECT * FROM days WHERE d > 0;
CREATE TEMPORARY VIEW w AS SELECT v.d FROM v JOIN days ON v.d = days.d;
END
run -f setup.sql -c '.which days'
has '.which says what a name is' "$out" 'kind,temporary view'
has 'and what it shadows' "$out" 'shadows,permanent table'
run -f setup.sql -c '.which nosuch'
is '.which of nothing is an error' "$status" 1
run -f setup.sql -c '.lineage w'
is '.lineage goes down to tables' "$out" "w (temporary view)
├─ v (view)
│  └─ days (table)
└─ days (temporary view)
   └─ days (table)
"
run -f setup.sql -c '.tables d*'
has '.tables takes a pattern' "$out" 'days'
hasnt 'and keeps to it' "$out" "${nl}v,"
run -f setup.sql -c '.schema v'
has '.schema shows statements' "$out" 'CREATE VIEW'
run -f setup.sql -c '.describe days'
has '.describe shows columns' "$out" 'd,INT'
run -c '.manual upper'
has '.manual shows an example' "$out" 'SELECT upper('
run -c '.explain-error 42P01'
has '.explain-error explains' "$out" 'no such table'
run -c ".diff 'SELECT 1 AS a UNION ALL SELECT 2' 'SELECT 2 AS a UNION ALL SELECT 3'"
is '.diff shows what only one has' "$out" "diff,a${nl}-,1${nl}+,3$nl"
is 'and ends with 1' "$status" 1
run -c ".diff 'SELECT 1 AS a' 'SELECT 1 AS a'"
is '.diff of the same ends with 0' "$status" 0
run -c '.export x.csv SELECT 1 AS a' -c '.import x.csv t' -c 'SELECT * FROM t'
is '.export and .import' "$(cat x.csv)|$out" "a${nl}1|a${nl}1$nl"

# --- behind a query ----------------------------------------------------------

run -c 'SELECT 5 AS a, NULL AS b \gset x_' -c '.param list'
is '\gset' "$out" "x_a 5$nl"
run -c 'SELECT 1 AS a WHERE false \gset'
is '\gset wants a row' "$status" 1
run -c "SELECT 'SELECT 7 AS n' AS q \\gexec"
is '\gexec' "$out" "n${nl}7$nl"
run -c 'SELECT 1 AS a, DATE '"'2024-01-05'"' AS d \gdesc'
is '\gdesc' "$out" "column,type${nl}a,INT${nl}d,DATE$nl"
run -c "SELECT * FROM (VALUES ('a', 'x', 1), ('a', 'y', 2), ('b', 'y', 3)) t(r, c, v) \\crosstabview"
is '\crosstabview' "$out" "r,x,y${nl}a,1,2${nl}b,,3$nl"
run -c "SELECT 'ab' AS k, 3 AS n \\chart"
has '\chart draws bars' "$out" 'ab │█'
run -c "SELECT * FROM (VALUES (1, 2), (2, 5), (3, 3)) t(a, b) \\chart line --svg c.svg"
has '\chart --svg writes a file' "$(cat c.svg)" '<polyline'
run -c 'SELECT 1 AS n \watch i=0 c=3'
is '\watch' "$out" "n${nl}1${nl}n${nl}1${nl}n${nl}1$nl"
run -c 'SELECT 1 \nosuch'
is 'an unknown suffix is an error' "$status" 1

# --- expected results -----------------------------------------------------------

printf 'SELECT 1 AS x;\n.check <<END\nx\n1\nEND\nSELECT nosuch;\n.check <<END\nx\nEND\n' >check.sql
run --test check.sql
is '--test counts' "$(printf '%s' "$out" | tail -n 1)" '1 passed, 1 failed'
is 'and fails' "$status" 1
run --test --accept check.sql
run --test check.sql
is '--accept writes what came' "$out" "2 passed, 0 failed$nl"
printf 'SELECT 1 AS x;\n.check <<END\n2\nEND\nSELECT 3 AS y;\n' >check.sql
run -f check.sql
is 'a script stops where a result differs' "$status" 1
is 'and runs nothing more' "$out" "x${nl}1$nl"

run -c '.log l.txt' -c 'SELECT 1 AS x;' -c '.log' -c 'SELECT 2 AS x'
has '.log keeps statements' "$(cat l.txt)" 'SELECT 1 AS x'
hasnt '.log alone ends it' "$(cat l.txt)" 'SELECT 2'

# --- configuration ----------------------------------------------------------

printf 'mode: json\nnull: "-"\n' >"$XDG_CONFIG_HOME/shade/config.yaml"
run -c 'SELECT 1 AS x'
is 'batch output does not depend on the configured mode' "$out" "x${nl}1$nl"
printf 'mode: box\nmodee: x\n' >"$XDG_CONFIG_HOME/shade/config.yaml"
run -c 'SELECT 1'
is 'an unknown key ends with 2' "$status" 2
has 'an unknown key has its line' "$err" 'config.yaml:2:1'
has 'and its nearest name' "$err" 'did you mean "mode"'
printf 'a: [\n' >"$XDG_CONFIG_HOME/shade/config.yaml"
run -c 'SELECT 1'
is 'broken YAML ends with 2' "$status" 2
run --no-init -c 'SELECT 1 AS x'
is '--no-init does not read it' "$out" "x${nl}1$nl"

finish
