# What the log of a member says. Functions; follows changes nothing.

# The last $1 lines.
see_last_lines() {
  ask_supervisor
  read_log 262144 | tail -n "$1" | cut -c 1-4000 | line_facts last
}

# Lines that contain one of the strings $1, which are a line each. Of the last 1 MiB: a look must
# not read gigabytes. Stack traces are of no interest.
see_telling_lines() {
  read_log 1048576 | grep -aF -e "$1" | tail -n 300 | cut -c 1-2000 | line_facts log
}
