# Ends exactly the process that was seen, and holds the member. Follows sight.sh, lock.sh
# and the files of its supervisor.
# more: what to write into the hold, seconds between SIGTERM and SIGKILL
# answer: "go <pid> <start time>", or "go" when none runs
lock
sight
ask
# Unquoted: pid and start time.
take_down "$1" "$2" $answer
