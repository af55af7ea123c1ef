package io.quorate.version;

import io.quorate.cluster.StableName;

/**
 * Conditions of a hop, beside its versions and what every roll demands (docs/etcd.md#upgrades). The
 * file names the conditions; the runbook knows how to check them.
 */
public enum HopCondition {
  AUTH_OFF("Authentication is off: 3.5 writes its entries in another form than 3.4."),
  RAFT_SNAPSHOT_SINCE_HEALTH_WRITES(
      "Every member has taken a raft snapshot since it last ran 3.4.28 or older, or takes one on"
          + " 3.5 before the next hop."),
  MEMBER_RECORDS_AGREE(
      "The member list and the records in every member's database agree, learners included."),
  V2_STORE_EMPTY("Nothing but the membership is in the v2 store and in v2 requests of the log."),
  NO_V2_REQUEST_AFTER_RAFT_SNAPSHOT(
      "The newest raft snapshot of every member is later than the end of the last 3.5 process."),
  DOWNGRADE_ENABLED_AND_SETTLED(
      "The downgrade is enabled, and every member shows the target as cluster version and as"
          + " storage version for 2 s."),
  SETTINGS_TRANSLATED("Every setting has the name that the target reads.");

  private final String sentence;

  HopCondition(String sentence) {
    this.sentence = sentence;
  }

  /** The condition as a sentence for people. */
  public String sentence() {
    return sentence;
  }

  /** The name in the file: {@code auth-off}. */
  public String words() {
    return StableName.of(this);
  }
}
