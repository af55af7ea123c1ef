# Looks at the process, at the place of the data, and at what was restored beside it. Follows place.sh, directory.sh and restored.sh.
# more: what was appended to the name
sight
see_directory "$1"
see_restored
