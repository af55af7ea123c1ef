# Renames what was restored beside the data of a member to where its data belongs, never replacing
# anything. Follows lock.sh, place.sh, directory.sh, scratch.sh and restored.sh. Called
# again, it does what is missing.
# more: what was appended to the name; what tells this restore from others
# answer: "go <inode of the scratch directory> <inode of the log beside its place>", or "go mark" to
#   write down only that what was restored was read
lock
sight
see_directory "$1"
see_restored
ask
secure
case $answer in
  mark) ;;
  *) [ "$(inode_of "$target")" = "${answer% *}" ] || exit 77 ;;
esac

# An attempt that finds the log in its place and the data beside it goes on, if it is the same restore.
as_owner_of "$target" sh -c 'printf "%s\n" "$2" >"$1.new" && sync -- "$1.new" &&
  mv -f -T -- "$1.new" "$1" && sync -- "${1%/*}"' sh "$target/read" "$2" ||
  refuse "$target/read cannot be written; is its file system full or read-only?"
[ "$answer" != mark ] || exit 0

# The owner of the place it gets, or of what was set aside there. $1 the place, $2 what gets them.
owned_as_before() {
  before=$1
  [ -d "$before" ] || before=$(ls -d -- "$1".aside-"${suffix#.restore-}"-* 2>/dev/null | head -n 1)
  # What a user has is not given away by root, who would follow what that user put there.
  [ "$(stat -c %u -- "$2")" = 0 ] || is_for_us 1 || return 0
  [ -d "$before" ] || { own "$2"; return; }
  chown -R --reference="$before" -- "$2" 2>/dev/null
}

put() { # $1 what was restored, $2 its place
  made=$(inode_of "$1")
  as_owner_of "$(dirname -- "$2")" mv -n -T -- "$1" "$2" 2>/dev/null
  [ "$made" != absent ] && [ "$(inode_of "$2")" = "$made" ] ||
    refuse "$1 could not be renamed to $2; look whether it is busy or read-only"
  sync -- "$(dirname -- "$2")"
}

suffix=$1
# The log first: a database without a log would start, with other data than was restored.
if [ -n "$wal" ] && [ -d "$wal_target" ]; then
  [ "$(inode_of "$wal_target")" = "${answer#* }" ] || exit 77
  owned_as_before "$wal" "$wal_target"
  # An empty directory is no data; rmdir takes no other one.
  [ ! -d "$wal" ] || as_owner_of "$(dirname -- "$wal")" rmdir -- "$wal" 2>/dev/null || refuse "$wal is not empty; move away what is in it"
  put "$wal_target" "$wal"
fi
owned_as_before "$source" "$target/data"
if [ ! -d "$directory" ]; then
  place_for "$directory" "$(stat -c %u -- "$target/data")" "$(stat -c %g -- "$target/data")"
  sync -- "$(dirname -- "$directory")"
fi
put "$target/data/member" "$directory/member"
fact place "$directory/member"
remove_scratch "$target"
