# bash completion for shade(1)

_shade()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=
	local IFS=$' \t\n'

	case $prev in
	-m | -mode | --mode)
		words='box ascii csv tsv json jsonl md line vertical list insert quote html off' ;;
	-error-format | --error-format) words='text json' ;;
	-color | --color) words='auto always never' ;;
	-pager | --pager) words='auto on off less' ;;
	-c | --command | -p | --param | --null) return ;;
	-f | --file | -i | --init)
		compopt -o filenames
		COMPREPLY=($(compgen -f -X '!*.sql' -- "$cur") $(compgen -d -- "$cur"))
		return ;;
	-o | --output)
		compopt -o filenames
		COMPREPLY=($(compgen -f -- "$cur"))
		return ;;
	esac
	if [ -n "$words" ]; then
		COMPREPLY=($(compgen -W "$words" -- "$cur"))
		return
	fi
	case $cur in
	-*)
		COMPREPLY=($(compgen -W '--command --file --init --param --output --mode
			--csv --tsv --json --jsonl --md --box --line --arrow --parquet
			--no-header --nul --null --readonly --safe --no-init --quiet --exit-test
			--werror --fail-on-reject --error-format --color --pager
			--test --accept --interactive --version --help' -- "$cur")) ;;
	*)
		compopt -o filenames
		COMPREPLY=($(compgen -f -- "$cur")) ;;
	esac
}
complete -F _shade shade
