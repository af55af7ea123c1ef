# The last lines of the log. Follows sight.sh and words.sh.
# more: how many
see_last_lines "$1"
