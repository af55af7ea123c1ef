# Bytes of the database and of all that was received of one. Follows volume.sh.
# A raft snapshot is written beside the database under a name of its own, and becomes it at the end.
[ -d "$directory/member/snap" ] || { fact database-bytes 0; exit 0; }
sum=0
for file in "$directory"/member/snap/*; do
  [ -f "$file" ] || continue
  size=$(stat -L -c %s -- "$file" 2>/dev/null) && sum=$((sum + size))
done
fact database-bytes "$sum"
