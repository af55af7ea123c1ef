package io.quorate.approval;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Decision of a person about a question.
 *
 * @param digest of the plan the decision is about, in full or its first 8 or more characters
 * @param by the approver's name in the configuration, or the name a stranger gave
 * @param groups the groups in which this person is an approver at the time of the decision; empty
 *     for somebody who is no approver
 * @param reason the comment of an approval, the reason of a rejection; may be empty
 * @param typed what the person typed as the name of the cluster; empty where nothing was typed
 * @param question the id of the question that the person read; empty in a decision of a release
 *     whose doors did not name it
 * @param identity how the door knows the name; empty in a decision of a release that did not say it
 */
public record Decision(
    String digest,
    String by,
    Set<String> groups,
    Door door,
    Kind kind,
    String reason,
    Instant at,
    Optional<String> typed,
    Optional<String> question,
    Optional<Identity> identity) {
  /** Kind of a decision: approve or reject. */
  public enum Kind {
    APPROVE,
    REJECT
  }

  public Decision {
    groups = Set.copyOf(groups);
  }

  /** Returns the decision as it counts for an operation, which has a clock of its own. */
  public Decision at(Instant time) {
    return new Decision(digest, by, groups, door, kind, reason, time, typed, question, identity);
  }

  /**
   * Returns the person, the door and the reason in words: {@code dana (Slack): the disk is gone}.
   */
  public String who() {
    return person() + " (" + door.words() + ")" + (reason.isBlank() ? "" : ": " + reason);
  }

  /** Returns the person as people read the name: {@code dana (unverified)} where it was typed. */
  public String person() {
    return identity.map(known -> known.named(by)).orElse(by);
  }

  /** Returns whether it came from outside Slack, from somebody who showed a token. */
  boolean outsideSlack() {
    return door != Door.SLACK && identity.filter(Identity.TOKEN::equals).isPresent();
  }

  /** Returns the sentence to somebody who is no approver; empty for an approver. */
  public Optional<String> stranger() {
    return groups.isEmpty()
        ? Optional.of(by + " is not an approver of this installation.")
        : Optional.empty();
  }
}
