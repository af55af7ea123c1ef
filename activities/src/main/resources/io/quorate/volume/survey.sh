# Looks at the process and at what a rename would move, without the lock. Follows place.sh and directory.sh.
# more: what would be appended to the name
sight
see_directory "$1"
