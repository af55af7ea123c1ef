package io.quorate.workflow;

import io.temporal.workflow.Workflow;

/**
 * Changes to the commands of operations since histories were first recorded. Temporal notes in the
 * history of a run whether the run knows a change, so a run from before the change replays with its
 * old commands. The code asks for a change only where the change makes a difference: other runs
 * have no event for it.
 */
enum Changes {
  /** An abort calls a running look off; before, it waited for the end of the look. */
  ABORT_ENDS_LOOKS("abort-ends-looks"),

  /**
   * A step that fails while it is called off ends in the abort; before, the operation parked for a
   * moment.
   */
  ABORT_PARKS_NO_MORE("abort-parks-no-more"),

  /** A paused operation watches quorum; before, it only waited. */
  PAUSE_IS_WATCHED("pause-is-watched"),

  /**
   * A parked wait takes no {@code continue}, and is shown again once it is retried; before, {@code
   * continue} ended the retry, and a new run forgot the choice of a person.
   */
  PARKED_WAITS_REST("parked-waits-rest"),

  /**
   * A scheduled backup that changed nothing ends where it cannot go on; before, it parked and held
   * the cluster's only operation.
   */
  SCHEDULED_BACKUP_PARKS_NOT("scheduled-backup-parks-not"),

  /**
   * A decision about another question, or one that is older than the question, does not count;
   * before, the digest alone said what a decision was about.
   */
  DECISIONS_NAME_QUESTIONS("decisions-name-questions"),

  /**
   * A plan that only looks, such as a drill, ends where it cannot go on and nothing was changed;
   * before, it parked and held the cluster's only operation.
   */
  LOOKING_PARKS_NOT("looking-parks-not"),

  /** A parked operation that changed nothing ends when the incident wants the cluster. */
  ENDS_FOR_INCIDENTS("ends-for-incidents"),

  /**
   * An operation may start another operation that follows it. Before this change nothing followed,
   * and the drill after a restore was the last step of the restore. A restore that began before
   * this change still has the drill in its plan. Such a restore gets a second drill, and the second
   * drill does no harm.
   */
  ANOTHER_FOLLOWS("another-follows"),

  /**
   * An operation stops asking a question after the question was void three times. Before this
   * change an operation asked until the limit of all questions.
   */
  TO_AND_FRO_ENDS("to-and-fro-ends");

  private final String id;

  Changes(String id) {
    this.id = id;
  }

  /** Whether the run knows the change. */
  boolean made() {
    return Workflow.getVersion(id, Workflow.DEFAULT_VERSION, 1) >= 1;
  }
}
