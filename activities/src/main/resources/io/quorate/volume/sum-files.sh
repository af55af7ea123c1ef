# The SHA-256 of every file of a member, a line each, and nothing is started meanwhile. Follows lock.sh, place.sh, directory.sh and files.sh; changes nothing.
# answer: "go"
lock
sight
see_directory ""
ask
sums "$directory/member" "$segments" | while IFS= read -r line; do fact sum "$line"; done
