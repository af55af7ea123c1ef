# What a script is sent behind its answer. Functions; follows sight.sh and lock.sh. Whoever stopped
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

# Takes a text into $sent.
take_text() { sent=$(timeout --foreground "$sending_wait" cat) || exit 76; }
