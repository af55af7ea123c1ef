# Replaces the end of a log file, in a copy in a scratch directory. Follows lock.sh, place.sh,
# directory.sh, scratch.sh and piece.sh.
# more: what was appended to the name; the file of the log; the position of the new bytes, and their number;
#   the length of the file, with the space that etcd laid out, or 0 where more bytes follow later
# answer: "go <inode of the scratch directory>", and behind it the new bytes
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
