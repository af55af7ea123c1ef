# Lets go of a hold on a member that runs: without it nothing would start the member again. Follows
# sight.sh, process.sh or unit.sh, and lock.sh.
lock
sight
ask
let_go
