# Looks at the process, at the place of the data, and at what was set aside there. Follows place.sh, directory.sh and present.sh.
# more: what was appended when it was set aside; what would be appended to the present data
sight
see_directory "$1"
see_present "$2"
