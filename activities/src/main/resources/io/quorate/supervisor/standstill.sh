# The member's process, as its supervisor knows it, and whether and why it does nothing. Functions;
# follows sight.sh, changes nothing.

# How often a thread gave up the processor, as one word: it stays the same while it does not run.
switches_of() {
  sed -n 's/^.*voluntary_ctxt_switches:[[:space:]]*//p' "$1/status" 2>/dev/null | tr '\n' '.'
}

# The threads that wait and cannot be interrupted, as for a disk, each with its switches.
blocked_in() {
  for thread in "/proc/$1/task"/[0-9]*; do
    { read -r line <"$thread/stat"; } 2>/dev/null || continue
    case ${line##*) } in
      D*) echo "${thread##*/}:$(switches_of "$thread")" ;;
    esac
  done
}

# Every write waits for the disk for a moment. Only a thread that did not run for 2 s hangs on it.
blocked_for_long() {
  blocked=$(blocked_in "$1")
  left=20
  while [ -n "$blocked" ] && [ "$left" -gt 0 ]; do
    left=$((left - 1))
    sleep 0.1
    blocked=$(printf '%s\n' "$blocked" | grep -xF -e "$(blocked_in "$1")")
  done
  printf '%s\n' "$blocked" | head -n 1
}

# etcd keeps 150 file handles for itself and gives clients the others.
out_of_files() {
  open=$(ls "/proc/$1/fd" 2>/dev/null | wc -l)
  limit=$(sed -n 's/^Max open files *\([0-9][0-9]*\) .*/\1/p' "/proc/$1/limits" 2>/dev/null)
  [ "$open" -gt 0 ] && [ -n "$limit" ] && [ "$open" -ge $((limit - 150)) ]
}

see_standstill() {
  state=$(process_of "$1")
  case $state in
    T*) fact standstill "signal $(switches_of "/proc/$1")" ;;
    t*) fact standstill "debugger $(switches_of "/proc/$1")" ;;
    *)
      blocked=$(blocked_for_long "$1")
      if [ -n "$blocked" ]; then
        fact standstill "disk $blocked"
      elif out_of_files "$1"; then
        fact standstill "files $open of $limit"
      fi
      ;;
  esac
  # terminate.sh wrote down which run was asked to end, and when.
  if [ -r "$asked_to_end" ]; then
    read -r asked <"$asked_to_end"
    [ "$asked" != "$1 ${state#* }" ] ||
      fact since-term "$(($(date +%s) - $(stat -c %Y -- "$asked_to_end")))"
  fi
}

see_process() {
  sight
  case $token in
    ''|*[!0-9]*) ;;
    *) [ -z "$(process_of "$token")" ] || see_standstill "$token" ;;
  esac
}
