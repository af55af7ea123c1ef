# Looks at the member that was copied here. Follows place.sh, directory.sh and files.sh; changes
# nothing.
sight
see_directory ""
fact copied "$(content_sum "$directory/member" "$segments")"
