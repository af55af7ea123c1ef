package io.quorate.version;

import java.util.Locale;

/** What a version is used for when something is wrong with it. */
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
  /** It adds a member. */
  MEMBER_ADD,
  /** It promotes a learner. */
  LEARNER_PROMOTION,
  /** It changes the peer URLs of a learner. */
  LEARNER_UPDATE;

  /** As the file writes it: {@code upgrade source}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
