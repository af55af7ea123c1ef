# Writes the file that a member is started from. Follows sight.sh, lock.sh and environment.sh.
# asks with the file's bytes in base64; answer: "go <size>", then the new bytes
lock
sight
see_environment
ask
secure
write_environment "$answer"
