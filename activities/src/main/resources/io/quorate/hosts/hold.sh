# Keeps a member that does not run from being started. Follows sight.sh, process.sh or unit.sh, and
# lock.sh.
# more: what to write into the hold
lock
sight
ask
keep_down "$1"
