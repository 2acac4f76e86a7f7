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

# Takes a simple command as it is written. The program behind `env`, `timeout 5`, `xargs`,
# `exec`, or one called by its path, is looked up before it runs; words that are not plain
# (a variable, a pattern) are left alone.
__kb_look() {
  local - IFS=$' \t\n' with_value= word= behind=
  set +eux -f
  set -- $1
  while (($#)); do
    case $1 in
      # a value of several words: what follows is no program
      [A-Za-z_]*=*[\'\"\`]* | [A-Za-z_]*='$('*) return 0 ;;
      [A-Za-z_]*=*) shift && continue ;;
      exec) with_value=a ;;
      env) with_value=uCS ;;
      timeout) with_value=sk ;;
      nice) with_value=n ;;
      ionice) with_value=cn ;;
      stdbuf) with_value=ioe ;;
      xargs) with_value=adEILnPs ;;
      nohup | setsid | sh | dash) with_value=_ ;;
      find) __kb_look_after_exec "$@" && return 0 ;;
      python | python3) __kb_look_for_module "$@" && return 0 ;;
      *) break ;;
    esac
    word=$1 behind=1
    shift
    while [[ ${1:-} == -* && ! ($word == *sh && $1 == -c) ]]; do
      [[ $1 == -[$with_value] ]] && shift
      shift
    done
    if [[ $word == *sh ]]; then
      [[ ${1:-} == -c ]] || return 0
      shift
    fi
    [[ $word == timeout ]] && shift
  done
  __kb_look_up "${1:-}" "$behind"
}

__kb_look_up() {
  local word=${1#[\"\']}
  word=${word%[\"\']}
  [[ $word && $word != *[!A-Za-z0-9_./+@%,:-]* ]] || return 0
  if [[ $word == */* ]]; then
    [[ -f $word && -x $word ]] || __kb_missing "$word"
  elif [[ $2 ]]; then
    type -t -- "$word" >/dev/null || __kb_missing "$word"
  fi
  return 0
}

__kb_look_after_exec() {
  while (($#)); do
    [[ $1 == -exec || $1 == -execdir ]] && __kb_look_up "${2:-}" 1
    shift
  done
}

__kb_look_for_module() {
  local python=$1
  shift
  while [[ ${1:-} == -[bBdEiIOqsSuvx] ]]; do shift; done
  [[ ${1:-} == -m && ${2:-} == [A-Za-z_]* && $2 != *[!A-Za-z0-9_.]* ]] || return 0
  "$python" -c 'import sys, importlib.util as u; sys.exit(u.find_spec(sys.argv[1]) is None)' \
    "${2%%.*}" </dev/null >/dev/null 2>&1 || __kb_missing "$python -m $2"
}

readonly -f __kb_missing __kb_look __kb_look_up __kb_look_after_exec __kb_look_for_module \
  command_not_found_handle
set -T
trap '[[ $BASH_COMMAND == @(*/*|exec *|env *|timeout *|nice *|ionice *|stdbuf *|xargs *|nohup *|setsid *|sh *|dash *|find *|python*-m*) ]] && __kb_look "$BASH_COMMAND"' DEBUG
