# Looks at all that is on the host of a member: three scripts would do most of it three times.
# Follows standstill.sh, words.sh, data.sh and settings.sh.
# more: how many last lines of the log; the strings as inspect.sh; the etcd of each release
lines=$1 wanted=$2
shift 2
see_process
see_last_lines "$lines"
see_data "$wanted"
see_installation "$@"
