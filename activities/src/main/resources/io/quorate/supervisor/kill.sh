# Ends exactly the process that was seen, at once. Follows sight.sh and lock.sh.
# answer: "go <pid> <start time>"
lock
sight
ask

kill_and_wait() {
  still "$1" "$2" || return 0
  kill -KILL "$1"
  gone_within "$1" "$2" 50
}
# Unquoted: pid and start time.
kill_and_wait $answer ||
  { fact unknown "pid ${answer% *} is still there 5 s after SIGKILL; its disk may not answer"; exit 4; }
