# Copies member/ of a data directory and its log to another place and compares every file. Follows
# lock.sh, place.sh, directory.sh and files.sh. It is called member.copy until all is equal; what an
# earlier attempt left of it is gone on with. Either log may have a directory of its own.
# more: the other data directory, the directory of the log there or nothing
# answer: "go <inode of the data> <inode of the log>" of what was seen
to=$1 to_wal=$2
from=$directory/member part=$to/member.copy whole=$to/member
require_file_tools
lock
sight
see_directory ""
ask
secure

see_owner "$from"
data_uid=$owner_uid data_gid=$owner_gid
place_for "$to" "$data_uid" "$data_gid"
[ -z "$to_wal" ] || place_for "$to_wal" "$data_uid" "$data_gid"
see_owner "$to"
[ "$owner_uid" = "$data_uid" ] || is_for_us 1 ||
  refuse "$to belongs to user $owner_uid, and the data in $from to user $data_uid; give both to one user"
require_made_here "$part" "$to"
continue_as_owner_of "$to" "$@"

unchanged() {
  [ "$(inode_of "$source")" = "${answer% *}" ] &&
    { [ "${answer#* }" = absent ] || [ "$(inode_of "$wal")" = "${answer#* }" ]; }
}
unchanged || exit 77

mark_of() { stat -c '%s %.9Y' -- "$1" 2>/dev/null; }

refuse_odd "$from" "$segments"
case $to_wal/ in
  "$whole"/*) refuse "$to_wal (ETCD_WAL_DIR) is in $whole; let it name a directory elsewhere" ;;
esac
if [ -n "$to_wal" ] && [ "$(readlink -m -- "$to_wal")" = "$(readlink -m -- "$segments")" ]; then
  refuse "both places have their log in $to_wal; give the next one a directory of its own"
fi

same() {
  ours=$(sums "$from" "$segments") && theirs=$(sums "$1" "${to_wal:-$1/wal}") &&
    [ "$ours" != log ] && [ "$ours" = "$theirs" ]
}

if [ -e "$whole" ]; then
  same "$whole" || refuse "$whole is there and is no copy of $from; move it away"
  summary
  exit 0
fi

require_empty_log "$segments"
log_part=${to_wal:-$part/wal}
mkdir -p -- "$part" && mkdir -p -- "$log_part" ||
  refuse "$part cannot be made; is its file system read-only?"
chmod --reference="$directory" -- "$to" 2>/dev/null
chown --reference="$directory" -- "$to" 2>/dev/null
chmod --reference="$segments" -- "$log_part" 2>/dev/null
chown --reference="$segments" -- "$log_part" 2>/dev/null

needed=$(bytes_below "$from")
if [ -n "$to_wal" ]; then
  require_room_for_copy "$to_wal" "$(bytes_below "$segments")" "$(bytes_below "$to_wal")"
elif [ -n "$wal" ]; then
  needed=$((needed + $(bytes_below "$segments")))
fi
require_room_for_copy "$to" "$needed" "$(bytes_below "$part")"

# A file that is not whole has another time than its origin: cp sets it last.
copied() {
  while IFS= read -r file; do
    [ "$(mark_of "$file")" = "$(mark_of "$1/$file")" ] || cp -p -- "$file" "$1/$file" || exit 1
  done
}
full="cannot be written; is its file system full or read-only?"
find "$from" -path "$from/wal" -prune -o -type d -print | while IFS= read -r folder; do
  mkdir -p -- "$part${folder#"$from"}" && chmod --reference="$folder" -- "$part${folder#"$from"}" &&
    { chown --reference="$folder" -- "$part${folder#"$from"}" 2>/dev/null || true; } || exit 1
done || refuse "$part $full"
(cd -- "$from" && data_files | copied "$part") || refuse "$part $full"
(cd -- "$segments" && log_files | copied "$log_part") || refuse "$log_part $full"
# What an earlier attempt copied and is not there any more is ours, and of no use to anybody.
(cd -- "$part" && data_files) | while IFS= read -r file; do
  [ -e "$from/$file" ] || rm -f -- "$part/$file"
done
# A log of its own is not ours alone.
(cd -- "$log_part" && log_files) | while IFS= read -r file; do
  [ -e "$segments/$file" ] && continue
  [ -z "$to_wal" ] || refuse "$to_wal/$file is not in $segments; move it away"
  rm -f -- "$log_part/$file"
done || exit 3
sync -f -- "$part"
sync -f -- "$log_part"
same "$part" || refuse "the copy at $part differs from $from; look at the disk, and move it away"
unchanged || exit 77
mv -n -T -- "$part" "$whole" 2>/dev/null
[ ! -e "$part" ] && [ -e "$whole" ] || { fact unknown "$part could not be renamed to $whole"; exit 4; }
sync -- "$to"
summary
