# Copies the data of a member to a scratch directory beside it, and compares every file. Follows
# lock.sh, place.sh, directory.sh and scratch.sh. What an earlier attempt left is removed.
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
own_log() { find "$wal/" -maxdepth 1 -type f; }

# The copy has what the reader of data reads: it follows the links that the reader follows, and leaves out
# what has a name that etcd ignores (LinkRule.java has both rules).
is_read() { case ${1##*/} in member|snap|wal|db|*.snap|*.snap.db|*.wal) ;; *) return 1 ;; esac; }

# What etcd would read in $1 that is neither a file nor a directory, a path a line.
odd_in() {
  find -H "$1" ! -type f ! -type d | while IFS= read -r odd; do
    if is_read "$odd"; then printf '%s\n' "$odd"; fi
  done
}

require_followed() {
  [ -L "$1" ] || refuse "$1 is neither a file nor a directory; move it away"
  [ -e "$1" ] || refuse "$1 is a link to nothing; mount the disk that it leads to"
  maker=$(stat -c %u -- "$1") within=$(stat -L -c %u -- "$(dirname -- "$1")")
  [ "$maker:$within" != 0:0 ] || return 0
  [ -d "$1" ] || refuse "$1 is a link to a file, and etcd makes none; put the file itself there"
  [ "$maker" != 0 ] || maker=$within
  [ "$(stat -L -c %u -- "$1")" = "$maker" ] ||
    refuse "$1 is a link to what is another user's than user $maker's; put the directory itself there, or name it in ETCD_WAL_DIR"
}

require_no_link() {
  odd_in "$1" | while IFS= read -r odd; do
    refuse "$odd is a link behind a link, or in a log of its own, and is not followed; put what it leads to there"
  done || exit 3
}

named=$(find -H "$from" ! -type f ! -type d -name "*[$controls]*" | head -n 1)
[ -z "$named" ] || refuse "$named has a name that etcd gives no file; move it away"
[ ! -L "$from" ] || require_followed "$from"
[ -z "$wal" ] || require_no_link "$wal/"
# The links that are followed, as paths below $from.
links=$(odd_in "$from" | while IFS= read -r odd; do
  [ "$kept" != "./${odd#"$from/"}" ] || continue
  printf '%s\n' "${odd#"$from/"}"
done)
each_link() { [ -z "$links" ] || printf '%s\n' "$links"; }
each_link | while IFS= read -r link; do
  require_followed "$from/$link"
  require_no_link "$from/$link"
done || exit 3

needed=$(du -s -B1 -- "$from/" | cut -f 1)
needed=$(($(each_link | while IFS= read -r link; do
  printf '%s + ' "$(du -s -B1 -D -- "$from/$link" | cut -f 1)"
done) needed))
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
leave_out_odd() { find "$copy" ! -type f ! -type d -exec rm -f -- {} +; }
cp -R -p -- "$from/." "$copy" 2>/dev/null || broken "$full"
leave_out_odd
each_link | while IFS= read -r link; do
  cp -R -p -H -- "$from/$link" "$copy/$link" 2>/dev/null || exit 1
done || broken "$full"
leave_out_odd
if [ -n "$wal" ]; then
  rm -rf -- "$copy/wal"
  mkdir -- "$copy/wal" || broken "$full"
  own_log | while IFS= read -r file; do
    cp -p -- "$file" "$copy/wal/" || exit 1
  done || broken "$full"
fi
sync -f -- "$copy"

# The files in a directory, and those behind its links.
files_of() {
  find . -type f ! -path "${1:-./none}/*"
  each_link | while IFS= read -r link; do [ ! -L "$link" ] || find -H "./$link" -type f; done
}
# By name, so that equal directories give equal text.
sums() { (cd -- "$1" && files_of "$2" | sort | while IFS= read -r file; do sha256sum -- "$file"; done); }
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
