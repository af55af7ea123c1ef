# Takes the next piece of a file into a scratch directory beside the data of a member, or for it. Follows
# lock.sh, place.sh, directory.sh, scratch.sh and piece.sh. What an earlier attempt got is gone on with.
# more: what was appended to the name; the SHA-256 of the whole file, which is its name here; its
#   length; where the piece belongs, and its length; `learner` where one is to join what is restored of it
# answer: "go <inode of the scratch directory>", and behind it the piece
sum=$2 whole=$3 position=$4 piece=$5 growing=$6
require_commands
lock_for "$1"
see_directory "$1"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
scratch_place
continue_as_owner_of "$target" "$@"
umask 077
full="cannot be written; is its file system full or read-only?"
part=$target/$sum.part
[ "$position" -gt 0 ] || true >"$part" || refuse "$part $full"
# The restore takes twice its size besides, and a member that runs beside it needs its next segments.
require_room $((3 * whole - position + 330000000 + $(bytes_of_learner "$growing" "$whole"))) "$target"
take_piece "$part" "$position" "$piece"
sync -- "$part"
fact arrived $((position + piece))
[ $((position + piece)) = "$whole" ] || exit 0
[ "$(sum_of "$part" "$whole")" = "$sum" ] || { rm -f -- "$part"; refuse "$part arrived with other content than was sent; look at the disk"; }
mv -f -T -- "$part" "$target/$sum" && sync -- "$target" || refuse "$target/$sum $full"
fact delivered "$target/$sum"
