# Takes the next piece of one file of a member that is copied from another machine. Follows lock.sh,
# place.sh, directory.sh and piece.sh.
# more: the directory of the log here, or nothing; the kind of the file, data or log, and its path; where
#   the piece belongs, and its length; the time of the file with its last piece, else nothing
# answer: "go", and behind it the piece
part=$directory/member.copy
require_below "$3"
lock
sight
see_directory ""
ask
secure
require_made_here "$part" "$directory"
continue_as_owner_of "$directory" "$@"
# A late attempt: what was copied has its name, and its log may be the member's by now.
[ -d "$part" ] || exit 77
umask 077
log_part=${1:-$part/wal}
case $2 in
  log) file=$log_part/$3 ;;
  *) file=$part/$3 ;;
esac
[ ! -L "$file" ] || refuse "$file is a link, which Quorate never makes; move it away"
full="cannot be written; is its file system full or read-only?"
[ "$4" -gt 0 ] || true >"$file" || refuse "$file $full"
take_piece "$file" "$4" "$5"
# With its last piece a file gets the time of its origin, so equal size and time mean whole.
[ -z "$6" ] || touch -d "@$6" -- "$file" || refuse "$file $full"
fact received $(($4 + $5))
