package io.quorate.slack;

import java.util.Optional;

/**
 * People of whom one has to act on a message: the message mentions them when it is posted.
 *
 * @param group the group of approvers; empty: all approvers
 * @param without the person who asked for the operation and may not decide; empty: nobody is left
 *     out
 */
record Audience(Optional<String> group, Optional<String> without) {}
