# Asks exactly the process that was seen to end, and writes down that it did. Follows sight.sh and
# lock.sh.
# answer: "go <pid> <start time>"
lock
sight
ask

terminate() {
  still "$1" "$2" || return 0
  printf '%s %s\n' "$1" "$2" >"$asked_to_end.new" &&
    mv -f -T -- "$asked_to_end.new" "$asked_to_end" ||
    refuse "$asked_to_end cannot be written; make its directory writable for Quorate"
  kill -TERM "$1"
}
# Unquoted: pid and start time.
terminate $answer
