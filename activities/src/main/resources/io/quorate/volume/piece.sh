# What a script is sent behind its answer. Functions; follows lock.sh. Whoever stopped
# sending without a sign keeps the lock no longer than this.
sending_wait=120

# Takes $3 bytes to the end of file $1, which has $2 until then.
take_piece() {
  [ "$(stat -c %s -- "$1")" = "$2" ] || exit 77
  timeout --foreground "$sending_wait" head -c "$3" >>"$1"
  case $? in
    0) ;;
    124) exit 76 ;;
    *) refuse "$1 cannot be written; is its file system full or read-only?" ;;
  esac
  [ "$(stat -c %s -- "$1")" = $(($2 + $3)) ] || exit 76
}

# Refuses a path of another machine that is not below the directory it is meant for.
require_below() {
  case $1 in .|./?*) ;; *) set -- .. ;; esac
  case $1/ in */../*|*//*|*/./*|../*|*[$controls]*) refuse "a path that the other host named leads out of the data directory; look at that host" ;; esac
}

# Takes a text into $sent: what is to come, a line each, with the path behind its tab.
take_text() {
  sent=$(timeout --foreground "$sending_wait" cat) || exit 76
  printf '%s\n' "$sent" | while IFS= read -r line || [ -n "$line" ]; do
    [ -z "$line" ] || require_below "${line#*"$tab"}"
  done || exit 3
}
