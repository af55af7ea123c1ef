# Copies the data of a member to a scratch directory beside it, and compares every file. Follows
# sight.sh, lock.sh, place.sh, directory.sh and scratch.sh. What an earlier attempt left is removed.
# more: what to append to the name
# answer: "go <inode of the scratch directory>"
require_commands
lock
sight
see_directory "$1"
ask
secure
# A copy changes nothing of the member: whoever may start it afterwards may do so again.
trap unsecure EXIT
[ "$(inode_of "$target")" = "$answer" ] || exit 77
from=$directory/member copy=$target/data/member
[ -d "$from" ] || refuse "there is no $from, so nothing can be salvaged from it"
remove_scratch "$target"
scratch_place
continue_as_owner_of "$target" "$@"
from=$directory/member copy=$target/data/member

# A log with a directory of its own has its place in the copy, where etcd finds it without being
# told; a log that is left over in the data directory is not the member's.
kept=
[ -z "$wal" ] || kept=./wal
own_log() { find "$wal" -maxdepth 1 -type f; }

odd=$(find "$from/" ! -type f ! -type d | head -n 1)
[ -z "$odd" ] || refuse "$odd is neither a file nor a directory, so it is not copied"

needed=$(du -s -B1 -- "$from/" | cut -f 1)
if [ -n "$wal" ] && [ -d "$wal" ]; then
  needed=$((needed + $(du -s -B1 -- "$wal/" | cut -f 1)))
fi
# The snapshot that is made of the copy stands beside it.
needed=$((needed + $(size_of "$from/snap/db")))
require_room $((needed + needed / 10 + 200000000)) "$(dirname -- "$target")"

umask 077
full="$target cannot be written; is its file system full or read-only?"
mkdir -p -- "$copy" 2>/dev/null || refuse "$full"
broken() { remove_scratch "$target"; refuse "$1"; }
cp -R -p -- "$from/." "$copy" 2>/dev/null || broken "$full"
if [ -n "$wal" ]; then
  rm -rf -- "$copy/wal"
  mkdir -- "$copy/wal" || broken "$full"
  own_log | while IFS= read -r file; do
    cp -p -- "$file" "$copy/wal/" || exit 1
  done || broken "$full"
fi
sync -f -- "$copy"

# By name, so that equal directories give equal text.
sums() { (cd -- "$1" && find . -type f ! -path "${2:-./none}/*" | sort | while IFS= read -r file; do sha256sum -- "$file"; done); }
log_sums() { (cd -- "$1" && find . -maxdepth 1 -type f | sort | while IFS= read -r file; do sha256sum -- "$file"; done); }
ours=$(sums "$from" "$kept") && theirs=$(sums "$copy" "$kept") && [ "$ours" = "$theirs" ] ||
  broken "the copy at $target differs from $from; look at the disk"
if [ -n "$wal" ]; then
  ours=$(log_sums "$wal") && theirs=$(log_sums "$copy/wal") && [ "$ours" = "$theirs" ] ||
    broken "the copy at $target differs from $wal; look at the disk"
fi
fact copy "$target/data"
fact copy-inode "$(inode_of "$target")"
fact files "$(find "$copy" -type f | wc -l)"
