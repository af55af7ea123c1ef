# Ends exactly the process that was seen, and holds the member. Follows sight.sh and lock.sh.
# more: what to write into the hold, seconds between SIGTERM and SIGKILL
# answer: "go <pid> <start time>", or "go" when none runs
lock
sight
ask

end() {
  still "$1" "$2" || return 0
  kill -TERM "$1" 2>/dev/null
  gone_within "$1" "$2" $(($3 * 10)) && return 0
  still "$1" "$2" && kill -KILL "$1" 2>/dev/null && killed="; ended by SIGKILL after $3 s"
  gone_within "$1" "$2" 50
}

killed=

if [ -n "$answer" ]; then
  # Unquoted: pid and start time.
  end $answer "$2" || { fact unknown "pid ${answer% *} is still there 5 s after SIGKILL"; exit 4; }
fi
write_hold "$1$killed"
