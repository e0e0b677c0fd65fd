#!/bin/sh
# How errors look.
. "${0%/*}/lib.sh"

printf 'id,name\n1,Ana\n' >people.csv
printf "\n\n  SELECT id, nme\n  FROM 'people.csv';\n" >report.sql
run -f report.sql
is 'an error has file, line, column, picture' "$(printf '%s' "$err" | head -n 4)" \
	'report.sql:3:14: error[42703]: column "nme" does not exist; did you mean "name"?
    |
  3 |   SELECT id, nme
    |              ^^^'
run -c 'SELECT nme FROM people'
hasnt 'SQL of the command line has no file' "$err" ':1:8: error'
printf "SELECT\t'李雷', nosuch;" >wide.sql
run -f wide.sql
has 'carets stand below wide characters and tabs' "$err" "
    |                 ^^^^^^"
is 'columns count characters' "$(printf '%s' "$err" | head -n 1 | cut -d: -f 1-3)" 'wide.sql:1:14'
printf 'SELECT %0300d, nosuch, %0300d;' 1 1 >long.sql
run -f long.sql
has 'long lines are cut' "$err" '…'
is 'no line is longer than the screen' "$(printf '%s' "$err" | awk 'length > 140')" ''
has 'and still show the place' "$err" 'nosuch'
run --error-format=json -c 'SELECT nosuch'
has 'json errors' "$err" '{"severity":"error","code":"42703"'
is 'json errors take one line' "$(printf '%s' "$err" | wc -l | tr -d ' ')" 1
printf 'SELECT 1;\r\nSELECT nosuch;\r\n' >crlf.sql
run -f crlf.sql
has 'CRLF lines count once' "$err" 'crlf.sql:2:8'
hasnt 'no CR in a picture' "$err" "$(printf '\r')"
feed 'SELECT nosuch'
has 'standard input is named' "$err" 'stdin:1:8: error'
run -c "SELECT * FROM 'nosuch.csv'"
has 'a missing file is named' "$err" 'nosuch.csv'
is 'and is a failed statement' "$status" 1
CLICOLOR_FORCE=1 run -c 'SELECT nosuch'
has 'CLICOLOR_FORCE colours' "$err" "$(printf '\033')"
CLICOLOR_FORCE=1 NO_COLOR=1 run -c 'SELECT nosuch'
hasnt 'NO_COLOR wins' "$err" "$(printf '\033')"
NO_COLOR=1 run --color=always -c 'SELECT nosuch'
has 'the option wins over NO_COLOR' "$err" "$(printf '\033')"

finish
