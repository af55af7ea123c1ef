# Removes the scratch directory of an operation. Follows lock.sh, place.sh, directory.sh and
# scratch.sh.
# more: what was appended to the name
# answer: "go <inode of the scratch directory>"
lock_for "$1"
see_directory "$1"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
remove_scratch "$target"
