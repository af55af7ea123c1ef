# Makes the place that the files of a member are copied to from another machine, and tells what an earlier
# attempt brought of them. Follows lock.sh, place.sh, directory.sh, files.sh and piece.sh. It is called
# member.copy until all is equal.
# more: the directory of the log here, or nothing; the bytes of the data, and of the log; where they
#   come from, for messages; the user and the group there, as numbers
# answer: "go", and behind it what is to come, as survey-files.sh told it
to=$directory to_wal=$1 data_bytes=$2 log_bytes=$3 from=$4
part=$to/member.copy whole=$to/member
require_file_tools
lock
sight
see_directory ""
ask
secure
owner=$(owner_here "$5")
place_for "$to" "${owner%:*}" "${owner#*:}"
[ -z "$to_wal" ] || place_for "$to_wal" "${owner%:*}" "${owner#*:}"
require_made_here "$part" "$to"
continue_as_owner_of "$to" "$@"
take_text
if [ -e "$whole" ]; then
  fact whole yes
  exit 0
fi
case $to_wal/ in
  "$whole"/*) refuse "$to_wal (ETCD_WAL_DIR) is in $whole; let it name a directory elsewhere" ;;
esac
require_empty_log "the log of $from"
log_part=${to_wal:-$part/wal}
umask 077
mkdir -p -- "$part" && mkdir -p -- "$log_part" || refuse "$part cannot be made; is its file system read-only?"
if [ -n "$to_wal" ]; then
  require_room_for_copy "$to_wal" "$log_bytes" "$(bytes_below "$to_wal")"
  require_room_for_copy "$to" "$data_bytes" "$(bytes_below "$part")"
else
  require_room_for_copy "$to" "$((data_bytes + log_bytes))" "$(bytes_below "$part")"
fi

# $1 the kind.
of_kind() { printf '%s\n' "$sent" | sed -n "s/^$1=[^$tab]*$tab//p"; }
of_kind folder | while IFS= read -r folder; do
  mkdir -p -- "$part/$folder" || exit 1
done || refuse "$part cannot be written; is its file system full or read-only?"
# What an earlier attempt brought and is not there any more is ours, and of no use to anybody; a log of
# its own is not ours alone.
left_over() { # $1 the kind
  while IFS= read -r file; do
    of_kind "$1" | grep -q -x -F -e "$file" || printf '%s\n' "$file"
  done
}
(cd -- "$part" && data_files | left_over data | while IFS= read -r file; do rm -f -- "$file"; done)
(cd -- "$log_part" && log_files | left_over log | while IFS= read -r file; do
  [ -z "$to_wal" ] || refuse "$to_wal/$file is not in the log of $from; move it away"
  rm -f -- "$file"
done) || exit 3
here() { while IFS= read -r file; do fact "$1" "$(stat -c '%s %.9Y' -- "$file")$tab$file"; done; }
(cd -- "$part" && data_files | here data)
(cd -- "$log_part" && log_files | here log)
