# Keeps a member that does not run from being started. Follows sight.sh and lock.sh.
# more: what to write into the hold
lock
sight
ask
write_hold "$1"
