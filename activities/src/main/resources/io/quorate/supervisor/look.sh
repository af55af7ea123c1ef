# Looks at the process, without the lock. Follows sight.sh and standstill.sh.
see_process
