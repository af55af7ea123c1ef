# Takes the next piece of one file of a member that is copied from another machine. Follows sight.sh, lock.sh,
# place.sh and directory.sh.
# more: the directory of the log here, or nothing; the kind of the file, data or log, and its path; where
#   the piece belongs, and its length; the time of the file with its last piece, else nothing
# answer: "go", and behind it the piece
part=$directory/member.copy log_part=${1:-$directory/member.copy/wal}
case $2 in
  log) file=$log_part/$3 ;;
  *) file=$part/$3 ;;
esac
lock
sight
see_directory ""
ask
secure
# A late attempt: what was copied has its name, and its log may be the member's by now.
[ -d "$part" ] || exit 77
umask 077
full="cannot be written; is its file system full or read-only?"
[ "$4" -gt 0 ] || : >"$file" || refuse "$file $full"
[ "$(stat -c %s -- "$file")" = "$4" ] || exit 77
# Who stopped sending without a sign keeps the lock no longer.
timeout --foreground 120 head -c "$5" >>"$file"
case $? in
  0) ;;
  124) exit 76 ;;
  *) refuse "$file $full" ;;
esac
[ "$(stat -c %s -- "$file")" = $(($4 + $5)) ] || exit 76
# A file that is not whole has another time than its origin.
[ -z "$6" ] || touch -d "@$6" -- "$file" || refuse "$file $full"
fact received $(($4 + $5))
