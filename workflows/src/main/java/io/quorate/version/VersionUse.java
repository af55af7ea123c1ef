package io.quorate.version;

import java.util.Locale;

/** Uses of a version that an advisory can concern. */
public enum VersionUse {
  /** A member runs it. */
  RUNNING,
  /** A new member would run it. */
  JOINER,
  /** A member is taken from it to the next line; a later patch of its own line is the cure. */
  UPGRADE_SOURCE,
  /** A member is taken up to it, from the line before or from an earlier patch. */
  UPGRADE_TARGET,
  /** A member is taken from it to the line before. */
  DOWNGRADE_SOURCE,
  /** A member is taken down to it. */
  DOWNGRADE_TARGET,
  /** A member that runs it is defragmented. */
  DEFRAGMENT,
  /** A member that runs it is defragmented, and another member may send a raft snapshot to it. */
  DEFRAGMENT_BESIDE_OTHERS,
  /** A member that runs it adds a member. */
  MEMBER_ADD,
  /** A member that runs it promotes a learner. */
  LEARNER_PROMOTION;

  /** The name in the file: {@code upgrade source}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
