# What a change of a claim needs beside the change. Functions; follows claim.sh and lock.sh.

# The scheduling gate of its pod keeps the member down.
secure() { :; }
unsecure() { :; }
own() { :; }
note() { :; }

# The pod of a keeper has a network of its own, may make no other one, and etcd listens on the loopback alone there. What
# etcd sends to other members goes through the proxy that its environment names, and nobody listens at this one. Go
# uses no proxy for the loopback.
# All that is tried in a keeper has the same ports, so one etcd runs at a time. It keeps this lock (descriptor 8) until
# it has ended, whatever became of whoever waited for it.
alone_lock=$(dirname -- "$lock_file")/alone.lock
apart="env HTTP_PROXY=http://127.0.0.1:1 HTTPS_PROXY=http://127.0.0.1:1 NO_PROXY="
