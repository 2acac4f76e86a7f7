# Read by each bash inside (BASH_ENV): it names the programs that are called and are not there,
# on a descriptor of its own, which no redirection of stderr reaches. A command that writes
# there itself only makes its own run count for nothing.

__kb_missing() {
  { printf '%s\n' "$1" >&250; } 2>/dev/null
  return 0
}

command_not_found_handle() {
  __kb_missing "$1"
  printf 'bash: line %s: %s: command not found\n' "${BASH_LINENO[0]:-1}" "$1" >&2
  return 127
}

# Words of a simple command as it is written: the program behind `env`, `timeout 5`, `xargs`,
# `exec`, or one called by its path, is looked up before it runs. Words that are not plain
# (a variable, a pattern) are left alone.
__kb_look() {
  local - IFS=$' \t\n' with_value= word= path=
  set +eux -f
  set -- $1
  while (($#)); do
    case $1 in
      [A-Za-z_]*=*) shift && continue ;;
      exec) with_value=a ;;
      env) with_value=uCS ;;
      timeout) with_value=sk ;;
      nice) with_value=n ;;
      ionice) with_value=cn ;;
      stdbuf) with_value=ioe ;;
      xargs) with_value=adEILnPs ;;
      nohup | setsid | sh | dash) with_value=_ ;;
      *) break ;;
    esac
    word=$1 path=1
    shift
    while [[ ${1:-} == -* && ! ( $word == *sh && $1 == -c ) ]]; do
      [[ $1 == -[$with_value] ]] && shift
      shift
    done
    [[ $word == *sh ]] && { [[ ${1:-} == -c ]] || return 0; shift; set -- "${1#[\"\']}"; }
    [[ $word == timeout ]] && shift
  done
  word=${1:-}
  word=${word#[\"\']} word=${word%[\"\']}
  [[ $word && $word != *[!A-Za-z0-9_./+@%,:-]* ]] || return 0
  if [[ $word == */* ]]; then
    [[ -f $word && -x $word ]] || __kb_missing "$word"
  elif [[ $path ]]; then
    type -t -- "$word" >/dev/null || __kb_missing "$word"
  fi
  return 0
}

readonly -f __kb_missing __kb_look command_not_found_handle
set -T
trap '[[ $BASH_COMMAND == @(*/*|exec *|env *|timeout *|nice *|ionice *|stdbuf *|xargs *|nohup *|setsid *|sh *|dash *) ]] && __kb_look "$BASH_COMMAND"' DEBUG
