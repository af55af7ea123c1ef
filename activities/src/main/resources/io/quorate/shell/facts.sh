# How a script prints facts and refuses, and what it can see of files and processes. Functions and the first
# arguments of all scripts; changes nothing. Needs a POSIX sh, coreutils, util-linux, GNU grep, sed and /proc.
#
# usage: SCRIPT lock-wait answer-wait [more...]
# waits: in seconds
set -u
umask 022
LC_ALL=C
export LC_ALL
lock_wait=$1 answer_wait=$2
shift 2
newline='
'
tab=$(printf '\t')
# The word of this run's question; no process that a script starts needs it.
asked_by=$QUORATE_WORD
unset QUORATE_WORD
# The part that the data's owner carries out goes on with these (owner.sh); to every other one they are
# words of somebody else's environment.
[ "$asked_by" = - ] || unset acting segments real_directory

# Every byte that could end a line or steer a terminal; the tab parts what one line has.
controls=$(printf '\001-\010\012-\037\177')

# A line of its own each, without a process where there is nothing to clean.
fact() {
  case $2 in
    *[$controls]*) printf '%s=%s\n' "$1" "$(printf %s "$2" | tr "$controls" ' ')" ;;
    *) printf '%s=%s\n' "$1" "$2" ;;
  esac
}

# The lines of a text as facts under the key $1.
line_facts() { tr '\001-\010\013-\037\177' ' ' | sed "s/^/$1=/"; }

# Nothing was done, and a person has to look.
refuse() { fact refused "$1"; exit 3; }

# What is asked about the member did not answer. Before the effect nothing was done; after its
# beginning nobody knows.
acting=${acting:-}
unseen() {
  [ -z "$acting" ] || { fact unknown "$1"; exit 4; }
  fact unseen "$1"
  exit 78
}

# A search that silently finds nothing would prove a member gone that runs.
require_tools() {
  for wanted in base64 flock grep mountpoint readlink setsid stat sync tail timeout; do
    command -v "$wanted" >/dev/null || refuse "$wanted is missing on the host; install it"
  done
  printf 'a\0b\0' | grep -qzaxF b 2>/dev/null ||
    refuse "grep on the host is not GNU grep; install it"
  # Those of busybox lack options, which would show in the middle of an effect.
  timeout --foreground --version >/dev/null 2>&1 ||
    refuse "timeout on the host is not that of GNU coreutils; install coreutils"
  [ -r /proc/self/stat ] || refuse "/proc is not mounted on the host; mount it"
}
require_tools

# absent, file or unreadable. A path that cannot be looked at is not absent.
file_state() {
  if [ -e "$1" ]; then
    if [ -f "$1" ] && [ -r "$1" ]; then echo file; else echo unreadable; fi
  else
    case $(stat -c %i -- "$1" 2>&1) in
      *"No such file or directory"*) echo absent ;;
      *) echo unreadable ;;
    esac
  fi
}

# Puts "<state> <start time>" of a pid into seen; empty when there is none. The command's name may hold
# blanks and parentheses, so the fields are counted from the last one.
see_pid() {
  seen=
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 0
  set -- ${line##*) }
  [ $# -lt 20 ] || seen="$1 ${20}"
}

process_of() { see_pid "$1"; [ -z "$seen" ] || echo "$seen"; }
