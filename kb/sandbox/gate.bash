# The first program inside: it proves that the sandbox holds, lays out the files, sets the
# limits, starts what runs beside, says that it holds, waits, and becomes the command.
# Builtins alone, but for tar. What it refuses, it refuses before the command exists.
# A descriptor is given by its number; 0 stands for none.
user=$1 bash=$2 tar=$3 work=$4 notice=$5
files=$6 output=$7 go=$8 held=$9 missing=${10}
limits=${11} command=${12} beside=${13} copy=${14} layer=${15}

refuse() {
  echo "the sandbox does not hold: $1" >&2
  exit 125
}

seen=0
while read -r name value _; do
  case $name in
    Uid: | Gid:) [[ $value == "$user" ]] || refuse "$name $value, not $user" ;;
    Cap???:) [[ $value =~ ^0+$ ]] || refuse "$name $value, not 0" ;;
    NoNewPrivs:) [[ $value == 1 ]] || refuse "new privileges can be had" ;;
    Seccomp:) [[ $value == 2 ]] || refuse "no filter of system calls" ;;
    *) continue ;;
  esac
  ((++seen))
done </proc/self/status
((seen == 9)) || refuse "/proc/self/status tells only $seen of 9 facts"
read -r first </proc/1/comm
[[ $first == bwrap ]] || refuse "process 1 is $first, not bwrap"
while read -r name _; do
  [[ $name == Inter-* || $name == face* || $name == lo:* ]] || refuse "a network: $name"
done </proc/net/dev
for place in / /usr /dev /etc; do
  [[ ! -w $place ]] || refuse "$place can be written"
done

lay_out() {
  "$tar" -xf - --no-same-owner --no-same-permissions -C "$2" <&"$1" ||
    refuse "the files could not be laid out"
}
if ((files)); then
  lay_out "$files" "$work"
  exec {files}<&-
fi
if ((copy)); then
  lay_out "$copy" "$layer"
  exec {copy}<&-
fi
# a number that nobody uses, and before the limit on open files: notice.bash writes there
exec 250>&"$missing" {missing}>&-
filtered() {
  while read -r name value _; do
    [[ $name != Seccomp: ]] || return $((value != 2))
  done </proc/1/status
}
# just before its filter, process 1 ties its life to that of its parent
until filtered; do
  read -r -t 0.01 -u "$go" || (($? > 128)) || refuse "nobody waits"
done
# shellcheck disable=SC2086 - several words
ulimit $limits || refuse "the limits could not be set"
export BASH_ENV=$notice
if ((output)); then
  "$bash" -o pipefail -c "$beside" </dev/null >&"$output" 2>&1 {output}>&- {go}<&- {held}>&- &
  exec {output}>&-
fi
printf . >&"$held" && read -r -n 1 -u "$go" || refuse "nobody waits"
exec {held}>&- {go}<&-
exec -a bash "$bash" -o pipefail -c "$command"
