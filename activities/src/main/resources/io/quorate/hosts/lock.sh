# The member's lock, and the question before every effect. Follows sight.sh.

# Holds the lock until the script ends. It is a file of its own that stays: removing a lock file
# lets two hold it. Descriptor 9 must not be handed on to etcd.
lock() {
  mkdir -p -- "$(dirname -- "$lock_file")" 2>/dev/null
  if ! { : >>"$lock_file"; } 2>/dev/null; then
    refuse "the lock $lock_file cannot be written; make its directory writable for Quorate"
  fi
  exec 9>>"$lock_file"
  flock -w "$lock_wait" 9
  case $? in
    0) ;;
    1) exit 75 ;;
    *) refuse "$lock_file cannot be locked; put its directory on a local file system" ;;
  esac
}

# Asks with all facts printed so far and waits for "go". No answer, or the end of who was asked,
# means no: the lock is free again and the answer comes too late.
ask() {
  echo '?'
  # In the foreground: in this script's process group, so that ending it ends this too.
  answer=$(timeout --foreground "$answer_wait" \
    sh -c 'IFS= read -r line && printf "%s\n" "$line"') || exit 76
  case $answer in
    go|go\ *) answer=${answer#go} answer=${answer# } acting=yes ;;
    *) exit 76 ;;
  esac
}

# The process is gone between the look and now, or another one has its pid: 77, nothing was done.
still() {
  seen=$(process_of "$1")
  case $seen in Z*|X*) return 1 ;; esac
  [ "${seen#* }" = "$2" ]
}

# Waits until the process is gone, at most $3 tenths of a second.
gone_within() {
  left=$3
  while still "$1" "$2"; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 0.1
  done
}
