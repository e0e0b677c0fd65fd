# lib.sh - sourced by test_*.sh: runs $SHADE and compares.
#
# Each check is one claim; finish() prints `N passed, N failed`.
: "${SHADE:?SHADE must be the path of the program}"
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HOME=$work/home
XDG_CONFIG_HOME=$work/config
XDG_STATE_HOME=$work/state
LC_ALL=C.UTF-8
TZ=UTC
export HOME XDG_CONFIG_HOME XDG_STATE_HOME LC_ALL TZ
unset NO_COLOR CLICOLOR_FORCE PAGER SHADE_PAGER
mkdir -p "$HOME" "$XDG_CONFIG_HOME/shade" "$XDG_STATE_HOME"
data=${SHADE_TEST_DATA:-$(pwd)/test/data}
cd "$work" || exit 1
nl='
'

pass()
{
	passed=$((passed + 1))
}

fail() # claim, details...
{
	failed=$((failed + 1))
	echo "not ok: $1"
	shift
	for line in "$@"; do
		printf '    %s\n' "$line"
	done
}

# Run shade with the arguments; $out, $err, $status hold what came of it.
run()
{
	"$SHADE" "$@" >"$work/.out" 2>"$work/.err" </dev/null
	status=$?
	collect
}

# The same with the first argument as standard input.
feed()
{
	printf '%b' "$1" >"$work/.in"
	shift
	"$SHADE" "$@" >"$work/.out" 2>"$work/.err" <"$work/.in"
	status=$?
	collect
}

collect()
{
	out=$(cat "$work/.out"; echo x)
	out=${out%x}
	err=$(cat "$work/.err"; echo x)
	err=${err%x}
}

is() # claim, got, wanted
{
	if [ "$2" = "$3" ]; then
		pass
	else
		fail "$1" "got:    $2" "wanted: $3"
	fi
}

has() # claim, text, part
{
	case $2 in
	*"$3"*) pass ;;
	*) fail "$1" "no \"$3\" in:" "$2" ;;
	esac
}

hasnt() # claim, text, part
{
	case $2 in
	*"$3"*) fail "$1" "\"$3\" in:" "$2" ;;
	*) pass ;;
	esac
}

# Every message line of $err begins as promised; pictures are indented.
err_is_clean() # claim
{
	bad=$(grep -vE '^ |^([^:]+:[0-9]+:([0-9]+:)? )?(error|warning|note)' "$work/.err")
	is "$1" "$bad" ""
}

finish()
{
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
	exit
}
