# Lists the folders and files of a member, as receive.sh takes them. Follows place.sh,
# directory.sh and files.sh; changes nothing.
require_file_tools
sight
see_directory ""
from=$directory/member
refuse_odd "$from" "$segments"
listed() { while IFS= read -r each; do fact "$1" "$(stat -c "$2" -- "$each")$tab$each"; done; }
whose='%a %u:%g'
fact log-root "$(stat -c "$whose" -- "$segments")$tab."
(cd -- "$directory" && echo . | listed root "$whose")
(cd -- "$from" && find . -path ./wal -prune -o -type d -print | sort | listed folder "$whose")
(cd -- "$from" && data_files | listed data "%s %.9Y $whose")
(cd -- "$segments" && log_files | listed log "%s %.9Y $whose")
fact data-bytes "$(du -s -B1 --exclude="$from/wal" -- "$from" | cut -f 1)"
fact log-bytes "$(bytes_below "$segments")"
