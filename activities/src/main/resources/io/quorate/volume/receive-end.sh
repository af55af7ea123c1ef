# Compares what was copied from another machine with what was sent, and gives it its name. Follows lock.sh, place.sh, directory.sh, files.sh and piece.sh. Called again, it compares what has its name.
# more: the directory of the log here, or nothing; the SHA-256 of all checksums there; where the files
#   come from, for messages
# answer: "go", and behind it what was to come, as survey-files.sh told it
to=$directory to_wal=$1 expected=$2 from=$3
part=$to/member.copy whole=$to/member
lock
sight
see_directory ""
ask
secure
require_made_here "$part" "$to"
continue_as_owner_of "$to" "$@"
take_text
same() {
  ours=$(sums "$1" "${to_wal:-$1/wal}") && [ "$ours" != log ] &&
    [ "$(printf '%s\n' "$ours" | sha256sum | cut -d ' ' -f 1)" = "$expected" ]
}
if [ -e "$whole" ]; then
  same "$whole" || refuse "$whole is there and is no copy of $from; move it away"
  summary
  exit 0
fi
# Mode and owner, as there; but whom the service here runs as, where it says so.
given() { # $1 the kind, $2 where
  printf '%s\n' "$sent" | sed -n "s/^$1=//p" | sort -t "$tab" -k 2 -r | while IFS="$tab" read -r whose path; do
    case $whose in *' '*' '*' '*) whose=${whose#* } whose=${whose#* } ;; esac
    chmod "${whose% *}" -- "$2/$path" || exit 1
    chown -h "${whose#* }" -- "$2/$path" 2>/dev/null || true
  done
}
log_part=${to_wal:-$part/wal}
# The folders last: whoever gets one may change what is in it.
{ given data "$part" && given log "$log_part" && given log-root "$log_part" &&
  given folder "$part" && given root "$to"; } ||
  refuse "the mode of $part could not be set"
own "$part"
own "$log_part"
chown --reference="$part" -- "$to" 2>/dev/null
sync -f -- "$part"
sync -f -- "$log_part"
same "$part" || refuse "the copy at $part differs from $from; look at the disk, and move it away"
mv -n -T -- "$part" "$whole" 2>/dev/null
[ ! -e "$part" ] && [ -e "$whole" ] || { fact unknown "$part could not be renamed to $whole"; exit 4; }
sync -- "$to"
summary
