# Looks at the process, without the lock. Follows sight.sh.
sight
