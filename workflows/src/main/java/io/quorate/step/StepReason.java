package io.quorate.step;

/** Reasons of steps, which the guard asks before it lets a step run. */
public enum StepReason implements ReasonCode {
  MEMBER_UNKNOWN(
      "The member is neither configured nor in the membership.",
      "Correct the name, or write the member into quorate.yml."),
  NOT_THE_MEMBER(
      "The member has another id than the one in the plan.",
      "Abort the operation and ask for a new plan."),
  NOT_LISTED("The member is not in the membership.", "Abort the operation and ask for a new plan."),
  MEMBER_LISTED(
      "The member is in the membership, so its data stays where it is.",
      "Abort the operation and ask for a new plan."),
  NOT_A_VOTER("The member is no voter.", "Abort the operation and ask for a new plan."),
  NOT_A_LEARNER(
      "The member is no learner, so it must not start empty.",
      "Abort the operation and ask for a new plan."),
  LEARNER_THERE(
      "A learner is in the membership already; etcd takes one at a time.",
      "Let it be promoted, or remove it; then retry."),
  VOTER_NEVER_STARTED(
      "A voter was added and never started.", "Start that voter or remove it; then retry."),
  NOT_STARTED_BEFORE(
      "The member to start again was never started.",
      "Start nothing by hand. Abort the operation and ask for a new plan."),
  ID_NOT_RECORDED(
      "Nobody recorded under which id the member was added.",
      "Remove the member by hand, by its id in the member list."),
  PEER_URL_TAKEN(
      "Another member has the peer URL.", "Correct the peer URL in quorate.yml, then retry."),
  MEMBER_NOT_LISTENING(
      "The member does not listen at the peer URL.",
      "Correct ETCD_LISTEN_PEER_URLS in its settings or the peer URL in quorate.yml, then retry."),
  ADDRESS_NOT_UPDATED("The membership still lists the member at its old peer URL.", ""),
  VOTER_ANSWERS(
      "The voter answers, so it is not removed.", "Abort the operation and ask for a new plan."),
  MEMBER_IS_HEARD(
      "The peers of the member exchange raft messages with it, so it is alive.",
      "Look at the network between Quorate and the " + PLACE + " of the member."),
  PEERS_NOT_SEEN(
      "What the peers of the member see is not known.",
      "Make the metrics of all members readable for Quorate."),
  MEMBER_ANSWERS(
      "The member answers; the plan is made anew.", "Read the new question before you approve."),
  MEMBER_SILENT(
      "The member does not answer.",
      "Start the member, or mend the network between Quorate and its " + PLACE + "."),
  SURVIVOR_SILENT(
      "The survivor whose data is to be saved does not answer any more.",
      "Do not start or restart it: without quorum it would not answer. Mend the network and retry,"
          + " or skip: its data is copied later."),
  VOTER_DOES_NOT_VOTE("A voter that the step needs does not vote.", "Bring the voter back."),
  NO_QUORUM("Too few voters vote.", "Bring the named voters back."),
  QUORUM_IS_BACK(
      "Quorum is back, and the plan was made without it; the plan is made anew.",
      "Read the new question before you approve."),
  LEADS_NOW(
      "The member leads now; the plan is made anew.", "Read the new question before you approve."),
  STOP_LOSES_NOBODY(
      "The stop of the member would not lose it any more; the plan is made anew.",
      "Read the new question before you approve."),
  PROMOTION_UNSEEN("The member list says voter, and the member does not say so yet.", ""),
  MEMBER_CATCHING_UP("A member is still catching up with the leader.", ""),
  OTHERS_NOT_REACHED("Not every member reaches the moved member yet.", ""),
  NOT_VERIFIED_YET("The cluster is not yet as the plan promised.", ""),
  WRITTEN_SINCE(
      "The restored cluster was written to, or that it was not is not proven.",
      "Keep the restored cluster; going back would lose these writes."),
  PROCESS_NOT_PROVEN_GONE(
      "A process of the member may still run.",
      "Look at its "
          + PLACE
          + ". If the member is coming back, wait and retry, or abort. Stop no process of another"
          + " cluster."),
  PROCESS_UNKNOWN(
      "Which process runs as the member is not known.", "Look at its " + PLACE + ", then retry."),
  PROCESS_STILL_RUNS("The process has not ended yet.", ""),
  OTHER_PROCESS(
      "Another process runs than the one of the plan; the plan is made anew.",
      "Read the new question before you approve."),
  TERM_WITHOUT_EFFECT(
      "The process was asked to end and did not; the plan is made anew.",
      "Read the new question before you approve."),
  TERM_NOT_SPENT(
      "The process has not had its time to end by itself; the plan is made anew.",
      "Read the new question before you approve."),
  HANG_CHANGED(
      "The process does not hang as it did; the plan is made anew.",
      "Read the new question before you approve."),
  MEMBER_HANGS(
      "The process runs and does nothing.",
      "Abort the operation; then member-restart ends it and starts it again."),
  NOT_HELD(
      "The member is not kept stopped.",
      "Stop the member and keep it from being started; then retry, or abort and ask for a new"
          + " plan."),
  SUPERVISOR_RESTARTS_IT(
      "The supervisor of the member starts it again and again.", "Read its log."),
  CANNOT_BE_STARTED(
      "Nothing at the place of the member can be started, or it cannot be seen.",
      "Look at its " + PLACE + ", put back what starts it, then retry."),
  CANNOT_START_ON_ITS_DATA(
      "The member could not start on the data in its directory.",
      "Look at the data directory first."),
  STRANGERS_DATA(
      "The data directory holds the data of another member.",
      "Put the data of this member back, or set the other data aside by a rename; then retry."),
  DATA_OF_OTHER_HISTORY(
      "The data is of another history than the one that serves.",
      "Never start the member by hand. Abort the operation; then minority-replace sets its data"
          + " aside and keeps it."),
  DATA_OF_OTHER_CLUSTER(
      "The data is of another cluster than the one that is recorded now.",
      "Leave the data where it is; look at quorate record."),
  DATA_NOT_WHOLE(
      "The data of the member is not proven whole.",
      "Abort the operation; then minority-replace, with --data-is-lost only where it asks for"
          + " that."),
  DATA_GONE(
      "The learner was started before, and its data is gone.",
      "Remove the learner and add it anew."),
  DIRECTORY_NOT_EMPTY(
      "There is data where a member is to begin empty.",
      "Look whose data it is and set it aside by a rename; then retry."),
  DIRECTORY_UNREADABLE(
      "The data directory cannot be read.", "Look at its " + PLACE + ", then retry."),
  NO_SPACE_ON_DISK(
      "A file system has less free space than the step, or a later one, may need.",
      "Make space; delete no etcd files."),
  COPY_NOT_WHOLE(
      "There is no whole copy of the data at the new place.",
      "Abort the operation and start the migration again."),
  COPY_TOOK_OVER(
      "The copy at the new place has taken over.",
      "Abort the operation and start the migration again; it goes on there."),
  COPY_STAYS(
      "What is at the place of the copy is not an older copy, so it stays.",
      "Look at that directory before anything is changed there."),
  DATA_LEFT_ITS_PLACE(
      "The data has left its old place, so the copy stays.",
      "Give the old directory its name back (quorate snapshots --aside lists it), abort, then start"
          + " the migration again."),
  OLD_DATA_UNSEEN("The data was not seen whole at its old place, so the copy stays.", ""),
  OLD_MEMBER_NOT_HELD(
      "A member of the cluster before the restore is not kept stopped.",
      "Stop it and keep it from being started; then retry, or abort and start the recovery again."),
  OLD_MEMBERS_COULD_SERVE(
      "Members of the old cluster could serve by themselves.",
      "Start none of them. Make their data directories readable, then retry."),
  CLUSTER_ID_USED(
      "The cluster id of the restore was used before.",
      "Abort the operation and ask for a new plan."),
  STATEMENT_CONTRADICTED(
      "A member that was stated to be off was seen; the plan is made anew.",
      "Read the new question before you approve."),
  DATA_NOT_RESTORED(
      "The data at the place is not the restored data.",
      "Look who changed the data directory; then abort and start the recovery again."),
  OTHERS_JOINED(
      "Other members have joined the restored one; the plan is made anew.",
      "Read the new question before you approve."),
  DOES_NOT_SERVE("The member does not serve at this moment.", ""),
  OLD_CLUSTER_NOT_ALONE(
      "Something else than the old cluster runs, or has data, in its places.",
      "Stop it, and leave the data; then retry."),
  NO_VOTER_WITH_DATA(
      "No voter with data runs from which a new one could begin.", "Bring a voter with data back."),
  CANNOT_BEGIN_EMPTY(
      "The voter cannot begin empty at its place.",
      "Delete nothing: data of that voter may hold acknowledged writes. Find where it was"
          + " started."),
  POSSIBLE_LOSS_CHANGED(
      "What an empty start of the voter can lose has changed; the plan is made anew.",
      "Read the new question before you approve."),
  FORGETFUL_VOTER(
      "A voter may have forgotten writes that it acknowledged, so no old member may join it.",
      "Stop that voter and keep its directory; then retry, or abort."),
  CANNOT_RETURN(
      "The voter cannot come back with its data at this moment.",
      "Look at its " + PLACE + "; then retry, or abort."),
  RETURN_CHANGED(
      "The voter has other data than people were told of; the plan is made anew.",
      "Read the new question before you approve."),
  NO_CONTROLLER(
      "The platform has no such controller of the workloads.",
      "Look at the platform of the cluster; then retry, or abort."),
  HOLDER_UNKNOWN(
      "Nobody knows whether Quorate or the platform has the workloads.",
      "Look at the controller of the workloads."),
  FORM_CHANGED(
      "The objects of the workloads' controller were changed since the plan was made; the plan is"
          + " made anew.",
      "Read the new question before you approve."),
  FORM_CHANGED_SINCE(
      "The objects of the workloads' controller were changed since Quorate created them again.",
      "Keep the new form, or change it back by hand."),
  FORM_CANNOT_CHANGE(
      "The platform lets nobody change the form of the workloads' controller now.",
      "Do what the refusal says, then retry."),
  ANOTHER_QUORATE(
      "Another Quorate, with a Temporal of its own, operates the cluster.",
      "Let its operation end, or abort it there; then retry."),
  SETTINGS_UNREADABLE(
      "The settings of the member cannot be read.", "quorate check says what is in the way."),
  SETTINGS_CHANGED(
      "The settings of the member were edited since the plan was made; the plan is made anew.",
      "Read the new question before you approve."),
  RELEASE_UNUSABLE(
      "The release cannot be used at the place of the member.",
      "Put the release under etcd.releases and where the member runs; then retry."),
  OTHER_RELEASE_RUNS(
      "A member runs another etcd than the plan expects.",
      "Find out who changed its etcd, then ask for a new plan."),
  RELEASE_NOT_THERE_YET("A member does not run the wanted etcd yet.", ""),
  VERSION_NOT_SHOWN_YET(
      "The cluster version, or the storage version, is not the wanted one yet.", ""),
  CLUSTER_VERSION_UNTOLD("The members do not report one cluster version.", ""),
  MORE_THAN_ONE_MINOR_APART(
      "The etcd to start is more than one minor version away from another member.",
      "Install a neighbouring release for the member, then retry."),
  OLDER_THAN_CLUSTER(
      "The etcd to start is older than the cluster version or the storage version.",
      "Change no etcd by hand. Abort the operation; then start rolling-downgrade, which enables"
          + " it."),
  DOWNGRADE_ENABLED(
      "A downgrade is enabled, and the step must not run so.",
      "Abort the operation; then finish the downgrade with rolling-downgrade, or cancel it."),
  NO_NEWER_VOTER(
      "No voter runs an etcd above the line, so none can cancel the downgrade.",
      "Abort the operation; then rolling-downgrade finishes it."),
  SIZE_NOT_READ(
      "The size or the quota of a database was not read.",
      "Make the metrics of the member readable for Quorate."),
  STILL_FULL(
      "A database still has too little space; the plan is made anew.",
      "Read the new question before you approve."),
  OTHERS_GAIN_LITTLE(
      "The first member gained too little by defragmentation; the plan is made anew.",
      "Read the new question before you approve.");

  private final Explanation explained;

  StepReason(String meaning, String remedy) {
    this.explained = new Explanation(meaning, remedy);
  }

  @Override
  public Explanation explained() {
    return explained;
  }
}
