# What a change of a claim needs beside the change. Functions; follows claim.sh and lock.sh.

# The scheduling gate of its pod keeps the member down.
secure() { :; }
unsecure() { :; }
own() { :; }
note() { :; }
