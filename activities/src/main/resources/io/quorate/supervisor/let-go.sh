# Lets go of a hold on a member that runs: without it nothing would start the member again. Follows
# sight.sh, lock.sh and the files of its supervisor.
lock
sight
ask
let_go
