# Looks at the data directory. Follows data.sh.
# more: the strings, a line each, that make a line of the log telling
see_data "$1"
