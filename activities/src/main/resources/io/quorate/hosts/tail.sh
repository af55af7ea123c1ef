# The last lines of the log. Follows sight.sh.
# more: how many
[ -r "$log" ] || exit 0
tail -c 262144 -- "$log" | tail -n "$1" | cut -c 1-4000 | sed 's/^/log=/'
