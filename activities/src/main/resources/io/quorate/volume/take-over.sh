# Marks the copy of a member as the one that took over. Follows lock.sh, place.sh, directory.sh and
# files.sh.
# more: the member's id; the sum of sizes and times that the copy had (survey-copy.sh)
# answer: "go"
id=$1 copied=$2
lock
sight
see_directory ""
ask
secure
# Whom the directory belongs to may be another than whom the copy belongs to, and may not read it.
[ "$(content_sum "$directory/member" "$segments")" = "$copied" ] ||
  refuse "$directory/member is not what was copied there; look what changed it"
continue_as_owner_of "$directory" "$@"
printf '%s\n' "$id" >"$directory/moved-here.new" && sync -- "$directory/moved-here.new" &&
  mv -f -T -- "$directory/moved-here.new" "$directory/moved-here" && sync -- "$directory" ||
  refuse "$directory/moved-here cannot be written; is its file system full or read-only?"
