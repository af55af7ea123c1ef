# Keeps a member that does not run from being started. Follows sight.sh, lock.sh and the files of its
# supervisor.
# more: what to write into the hold
lock
sight
ask
keep_down "$1"
