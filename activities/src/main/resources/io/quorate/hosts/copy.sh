# Copies member/ of a data directory to another one and compares every file. Follows sight.sh,
# lock.sh, place.sh and directory.sh. It is called member.copy until all is equal; what an earlier attempt left
# of it is gone on with.
# more: the other data directory
# answer: "go <inode of what was seen>"
to=$1
from=$directory/member part=$to/member.copy whole=$to/member
for tool in cp cut dirname du find sha256sum sort; do
  command -v "$tool" >/dev/null || refuse "$tool is missing on the host; install it"
done
lock
sight
see_directory ""
ask
[ "$(inode_of "$source")" = "$answer" ] || exit 77

# By name, so that equal directories give equal text.
sums() { (cd -- "$1" && find . -type f | sort | while IFS= read -r file; do sha256sum -- "$file"; done); }
mark_of() { stat -c '%s %.9Y' -- "$1" 2>/dev/null; }

odd=$(find "$from" ! -type f ! -type d | head -n 1)
[ -z "$odd" ] || refuse "$odd is neither a file nor a directory, so it is not copied; use replace"

same() {
  ours=$(sums "$from") && theirs=$(sums "$1") && [ -n "$ours" ] && [ "$ours" = "$theirs" ]
}

summary() {
  files=$(find "$whole" -type f | wc -l)
  bytes=$(du -s -B1 -- "$whole" | cut -f 1)
  fact copied "$files files, $((bytes / 1048576)) MiB, at $whole; every SHA-256 is equal"
}

if [ -e "$whole" ]; then
  same "$whole" || refuse "$whole is there and is no copy of $from; move it away"
  summary
  exit 0
fi

mkdir -p -- "$to" "$part" || refuse "$part cannot be made; is its file system read-only?"
chmod --reference="$directory" -- "$to" 2>/dev/null
chown --reference="$directory" -- "$to" 2>/dev/null
needed=$(du -s -B1 -- "$from" | cut -f 1)
there=$(du -s -B1 -- "$part" | cut -f 1)
space=$(stat -f -c '%a %S' -- "$to")
free=$((${space% *} * ${space#* } + there))
[ "$free" -gt "$needed" ] ||
  refuse "$to has $((free / 1048576)) MiB of room, and $from has $((needed / 1048576)) MiB; make room"

# A file that is not whole has another time than its origin: cp sets it last.
find "$from" -type d | while IFS= read -r folder; do
  mkdir -p -- "$part${folder#"$from"}" && chmod --reference="$folder" -- "$part${folder#"$from"}" &&
    { chown --reference="$folder" -- "$part${folder#"$from"}" 2>/dev/null || true; } || exit 1
done || refuse "$part cannot be written; is its file system full or read-only?"
find "$from" -type f | while IFS= read -r file; do
  [ "$(mark_of "$file")" = "$(mark_of "$part${file#"$from"}")" ] ||
    cp -p -- "$file" "$part${file#"$from"}" || exit 1
done || refuse "$part cannot be written; is its file system full or read-only?"
# What an earlier attempt copied and is not there any more is ours, and of no use to anybody.
find "$part" -type f | while IFS= read -r file; do
  [ -e "$from${file#"$part"}" ] || rm -f -- "$file"
done
sync -f -- "$part"
same "$part" || refuse "the copy at $part differs from $from; look at the disk, and move it away"
[ "$(inode_of "$source")" = "$answer" ] || exit 77
mv -n -T -- "$part" "$whole" 2>/dev/null
[ ! -e "$part" ] && [ -e "$whole" ] || { fact unknown "$part could not be renamed to $whole"; exit 4; }
sync -- "$to"
summary
