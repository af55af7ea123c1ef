package io.quorate.runbook.recovery.request;

import io.quorate.step.ReasonCode;

/** Reasons of majority-recovery. */
public enum RecoveryReason implements ReasonCode {
  RECOVERED("Quorum is back, so the recovery has nothing more to do.", ""),
  QUORUM_HOLDS(
      "Quorum holds, and nothing is recovered while it does.",
      "quorate status names the runbook that answers the trouble."),
  CERTIFICATES_REFUSED(
      "Certificates keep Quorate out of members, so whether the cluster is well is not known.",
      "Mend the certificates; restart nothing and restore nothing."),
  PLACE_UNKNOWN(
      "A member is not in quorate.yml, so nobody can look whether it runs.",
      "Write the member into quorate.yml, then start this again."),
  MEMBERS_UNKNOWN(
      "Nobody answers, and neither the record nor any data names the members.",
      "Look at the places of the members."),
  PEERS_APART(
      "Enough voters run and do not find each other.",
      "Look at peer certificates and the network between peer URLs; restart nothing, restore"
          + " nothing."),
  TWO_HISTORIES(
      "The data of two members are two histories of one cluster, and nobody knows which one"
          + " counts.",
      "Decide which one counts, and rename the data directory of the other member; delete"
          + " nothing."),
  TOO_FEW_RETURN(
      "Too few voters can come back with their data.",
      "Leave --from return out: the question then says what a restore would lose."),
  OLD_DATA_IS_BACK(
      "Data of the old cluster is there again, and the restore has not served yet.",
      "Undo the restore, or set that data aside by a rename."),
  RESTORED_WITH_OTHER_REVISIONS(
      "The unfinished restore has raised revisions by another number than is asked for.",
      "Leave --bump-revision out to finish it, or undo the restore."),
  RESTORE_NOT_VERIFIABLE(
      "The unfinished restore cannot be compared with its source.",
      "Look at the restored member, or name another snapshot with --snapshot."),
  SNAPSHOTS_UNKNOWN(
      "The snapshot store does not say which snapshots are left.",
      "Make the snapshot store readable again."),
  NOTHING_TO_RESTORE(
      "No data of a member and no snapshot is left to restore from.",
      "Put a disk or a snapshot back, then start this again."),
  SNAPSHOT_NOT_TAKEN(
      "The named snapshot is not there, or must not be restored.",
      "Choose another snapshot: quorate snapshots lists all."),
  SNAPSHOT_TOO_NEW(
      "The snapshot is of a newer etcd than the etcd that would start on it.",
      "Install that etcd, or name an older snapshot with --snapshot."),
  SNAPSHOT_NOT_NAMED(
      "A cluster that works goes back only to a named snapshot.",
      "Name the snapshot with --snapshot."),
  NO_PLACE_TO_RESTORE(
      "No voter has a known place with its disk mounted and a start possible.",
      "Mend the place of a voter."),
  RECORD_UNREADABLE(
      "The record of the cluster cannot be read; it tells which cluster ids were used.",
      "Mend the place of the snapshots, then start this again."),
  REVISIONS_TOO_LOW(
      "Clients may have seen the revision at which the restored cluster would begin.",
      "Leave --bump-revision out."),
  OPTIONS_DISAGREE(
      "The options do not go together, or do not fit the cluster.", "Leave one of them out."),
  STATED_MEMBER_UNKNOWN(
      "A member that was stated to be off is no member of the cluster.",
      "Leave that --is-off out, or name a voter whose place cannot be reached: --is-off MEMBER."),
  NOTHING_TO_CHOOSE(
      "All voters, or a quorum of them, have the same data, so nobody has to choose.",
      "Leave --from out."),
  CHOICE_DOES_NOT_VOTE("The chosen member does not vote.", "Choose a member that votes."),
  CHOICE_NOT_SAVED(
      "No snapshot of the chosen member was saved for this choice.",
      "Start this again, and do not skip its snapshot."),
  STARTED_BY_SOMETHING_ELSE(
      "A member runs again that was stopped for a copy of its data.",
      "Find what starts it, switch that off, then start this again."),
  LOG_CANNOT_BE_SET_ASIDE(
      "The log of a member is at a place from which it cannot be set aside.",
      "Let the log of the member be in a directory that can be renamed, then start this again.");

  private final Explanation explained;

  RecoveryReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
