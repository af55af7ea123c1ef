# Gives a file of the log of a copy in a scratch directory another end. Follows sight.sh, lock.sh, place.sh,
# directory.sh, scratch.sh and piece.sh.
# more: what was appended to the name; the file of the log; where the end begins, and its length; how long
#   the file was, with the space that etcd laid out, or 0 where more of the end is to come
# answer: "go <inode of the scratch directory>", and behind it the end
require_commands
command -v truncate >/dev/null || refuse "truncate is missing on the host; install it"
lock_for "$1"
see_directory "$1"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
continue_as_owner_of "$target" "$@"
require_own "$2"
truncate -s "$3" -- "$2" || refuse "$2 cannot be written; is its file system full or read-only?"
take_piece "$2" "$3" "$4"
[ "$5" -le $(($3 + $4)) ] || truncate -s "$5" -- "$2" || refuse "$2 cannot be written"
sync -- "$2"
fact appended "$2"
