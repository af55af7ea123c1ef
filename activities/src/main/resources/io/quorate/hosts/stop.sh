# Ends exactly the process that was seen, and holds the member. Follows sight.sh and lock.sh.
# more: what to write into the hold, seconds between SIGTERM and SIGKILL
# answer: "go <pid> <start time>", or "go" when none runs
lock
sight
ask

# Waits until the process is gone, at most $3 tenths of a second.
gone_within() {
  left=$3
  while still "$1" "$2"; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 0.1
  done
}

end() {
  still "$1" "$2" || return 0
  kill -TERM "$1" 2>/dev/null
  gone_within "$1" "$2" $(($3 * 10)) && return 0
  still "$1" "$2" && kill -KILL "$1" 2>/dev/null
  gone_within "$1" "$2" 50
}

if [ -n "$answer" ]; then
  # Unquoted: pid and start time.
  end $answer "$2" || { fact unknown "pid ${answer% *} is still there 5 s after SIGKILL"; exit 4; }
fi
write_hold "$1"
