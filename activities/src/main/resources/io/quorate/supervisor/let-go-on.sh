# Lets a process go on that a signal stopped. Follows sight.sh and lock.sh.
# answer: "go <pid> <start time>"
lock
sight
ask
pid=${answer% *}
still "$pid" "${answer#* }" || exit 77
kill -CONT "$pid" || refuse "pid $pid could not be let go on; who may signal it?"
