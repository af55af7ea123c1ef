# Looks at the process and at what a rename would move, without the lock. Follows sight.sh,
# place.sh and directory.sh.
# more: what would be appended to the name
sight
see_directory "$1"
