#!/bin/sh
# deps.sh - installs what the build needs and this machine lacks.
#
# deps.sh [build|check]: `check` adds what only the tests need.  With
# everything in place it touches neither apt nor the network.
# NO_INSTALL=1 only reports.
set -eu
group=${1:-build}
missing=

need() # package, test command...
{
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_command() { command -v "$1"; }
has_module() { pkg-config --exists "$1"; }
has_cc() { command -v ${CC:-cc} || command -v cc; }
has_headers() { test -e /usr/include/stdio.h; }

need gcc has_cc
need libc6-dev has_headers
need bison has_command bison
need flex has_command flex
[ -f configure ] || need autoconf has_command autoconf
need pkg-config has_command pkg-config
need libsqlite3-dev has_module sqlite3
need zlib1g-dev has_module zlib
need libzstd-dev has_module libzstd
need libpcre2-dev has_module libpcre2-8
need nettle-dev has_module nettle
need libreadline-dev has_module readline
need libyaml-dev has_module yaml-0.1
need tzdata test -e /usr/share/zoneinfo/Europe/Berlin
if [ "$group" = check ]; then
	need libcmocka-dev has_module cmocka
	need jq has_command jq
fi

[ -n "$missing" ] || exit 0
if [ -n "${NO_INSTALL:-}" ]; then
	echo "missing:$missing"
	exit 1
fi
if ! command -v apt-get >/dev/null; then
	echo "deps.sh: please install (Debian names):$missing" >&2
	exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null || {
		echo "deps.sh: as root: apt-get install$missing" >&2
		exit 1
	}
	root="sudo"
fi
echo "installing:$missing" >&2
$root apt-get update -q >&2
$root env DEBIAN_FRONTEND=noninteractive \
	apt-get install -q -y --no-install-recommends $missing >&2
