package io.quorate.slack;

import java.util.Optional;
import java.util.Set;

/**
 * People of whom one has to act on a message: the message mentions them when it is posted.
 *
 * @param group the group of approvers; empty: all approvers
 * @param without people who are not mentioned, because they cannot act: the requester, for example
 * @param also another group that is mentioned, too
 * @param steers whether those are meant who steer operations, whatever the group is
 */
record Audience(
    Optional<String> group, Set<String> without, Optional<String> also, boolean steers) {
  /** All approvers. */
  static final Audience APPROVERS = of(Optional.empty());

  /** The group of those who may retry, skip, continue and abort. */
  static final Audience STEERING = new Audience(Optional.empty(), Set.of(), Optional.empty(), true);

  Audience {
    without = Set.copyOf(without);
  }

  /** The approvers of a group without these people, and another group. */
  Audience(Optional<String> group, Set<String> without, Optional<String> also) {
    this(group, without, also, false);
  }

  /** The approvers of a group, or all. */
  static Audience of(Optional<String> group) {
    return new Audience(group, Set.of(), Optional.empty());
  }

  /** Returns this audience without a person. */
  Audience except(String name) {
    return new Audience(group, Set.of(name), also, steers);
  }
}
