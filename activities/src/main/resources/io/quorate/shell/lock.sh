# A lock, and the question before every effect. Follows facts.sh and the part that sets lock_file.

# Holds the lock until the script ends. It is a file of its own that stays: removing a lock file
# lets two hold it. Nobody else may open it: who can read a file can lock it. Descriptor 9 must not be
# handed on to what outlives the script.
lock() {
  lock_directory=$(dirname -- "$lock_file")
  mkdir -p -m 700 -- "$lock_directory" 2>/dev/null
  case $(stat -L -c %u -- "$lock_directory" 2>/dev/null) in
    0|"$(id -u)") ;;
    '') refuse "the lock $lock_file cannot be written; make its directory writable for Quorate" ;;
    *) refuse "$lock_directory belongs to $(stat -L -c %U -- "$lock_directory"), who could put another file in the place of the lock; give that directory to $(id -un)" ;;
  esac
  [ "$lock_directory" != /run/quorate ] || chmod 700 -- "$lock_directory" 2>/dev/null
  [ ! -L "$lock_file" ] || refuse "$lock_file is a link; remove it"
  if ! (umask 077 && : >>"$lock_file" && chmod 600 -- "$lock_file") 2>/dev/null; then
    refuse "the lock $lock_file cannot be written; make its directory writable for Quorate"
  fi
  exec 9>>"$lock_file"
  flock -w "$lock_wait" 9
  case $? in
    0) ;;
    1) see_holder_of_lock; exit 75 ;;
    *) refuse "$lock_file cannot be locked; put its directory on a local file system" ;;
  esac
}

# Who has the lock open. /proc/locks tells who took it, which is mostly a process that has ended: the
# lock goes on with whoever it handed the file to.
see_holder_of_lock() {
  set -- $(stat -c '%d %i' -- "$lock_file" 2>/dev/null)
  [ $# -eq 2 ] || return 0
  taker=$(grep -F "$(printf '%02x:%02x:%d ' $((($1 >> 8) & 0xfff)) $(($1 & 0xff | ($1 >> 12) & ~0xff)) "$2")" \
    /proc/locks | sed -n 's/^[0-9]*: FLOCK  *[A-Z]*  *[A-Z]*  *\([0-9]*\) .*/\1/p' | head -n 1)
  for pid in ${taker:-0} $(find /proc/[0-9]*/fd -lname "$lock_file" 2>/dev/null | cut -d / -f 3 | sort -nu); do
    [ "$pid" != $$ ] || continue
    see_pid "$pid"
    case $seen in ''|Z*|X*) continue ;; esac
    command=
    { IFS= read -r command <"/proc/$pid/comm"; } 2>/dev/null
    fact lock-holder "pid $pid of $(stat -c %U -- "/proc/$pid" 2>/dev/null) ($command)"
    return 0
  done
}

# Asks with all facts printed so far and waits for "go". No answer, or the end of who was asked,
# means no: the lock is free again and the answer comes too late.
ask() {
  echo "?$asked_by"
  # In the foreground: in this script's process group, so that ending it ends this too.
  answer=$(timeout --foreground "$answer_wait" \
    sh -c 'IFS= read -r line && printf "%s\n" "$line"') || exit 76
  case $answer in
    go|go\ *) answer=${answer#go} answer=${answer# } acting=yes ;;
    *) exit 76 ;;
  esac
}
