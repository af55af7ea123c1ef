# The rename of what was seen. Function; follows directory.sh.

# Renames $1 to $2 if it has the inode $3: whoever made another one since then keeps it.
rename_seen() {
  [ "$(inode_of "$1")" = "$3" ] || exit 77
  # In a directory of root's a rename follows nothing; in one of another user that user makes it.
  as_owner_of "$(dirname -- "$2")" mv -n -T -- "$1" "$2" 2>/dev/null
  # mv -n succeeds without doing anything; the inode tells what really happened.
  if [ "$(inode_of "$2")" = "$3" ]; then
    sync -- "$(dirname -- "$2")"
  elif [ "$(inode_of "$1")" = "$3" ]; then
    refuse "$1 could not be renamed to $2; look whether it is busy or read-only"
  else
    fact unknown "neither $1 nor $2 is the directory that was to be renamed"
    exit 4
  fi
}
