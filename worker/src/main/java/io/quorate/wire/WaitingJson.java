package io.quorate.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate waiting -o json}: what needs a person, of all clusters, the worst and
 * oldest first, and what runs meanwhile.
 *
 * @param underWay operations that need nobody now
 * @param notice why something may be missing; null when every cluster answered
 */
public record WaitingJson(
    List<MatterJson> waiting, List<UnderWayJson> underWay, Optional<String> notice) {
  public WaitingJson {
    waiting = List.copyOf(waiting);
    underWay = List.copyOf(underWay);
  }

  /**
   * Matter that waits for a person.
   *
   * @param what {@code question}, {@code second-yes}, {@code park}, {@code pause}, {@code
   *     unmended}, {@code rehearsal}, {@code rehearsal-second-yes}
   * @param sentence what waits, in words
   * @param since since when it waits
   * @param writesFailSince since when no write succeeds; null while writes succeed
   * @param head what is wrong, what is proposed, what it costs, who asked, what happens next
   * @param canAct names of those who can act; empty where nobody is named, and anybody may
   * @param onIt who is on it; null where nobody is
   * @param onItSince since when somebody is on it
   * @param operation the operation that waits; null where none is about it
   * @param nextReminder when people are mentioned again; null where they are not
   */
  public record MatterJson(
      String cluster,
      String what,
      String sentence,
      Instant since,
      Optional<Instant> writesFailSince,
      List<String> head,
      List<String> canAct,
      Optional<String> onIt,
      Optional<Instant> onItSince,
      Optional<String> operation,
      Optional<Instant> nextReminder) {
    public MatterJson {
      head = List.copyOf(head);
      canAct = List.copyOf(canAct);
    }
  }

  /**
   * Operation that goes on without a person.
   *
   * @param state its phase, such as {@code running}
   * @param since since when it is in this phase
   * @param head the first lines that people read
   */
  public record UnderWayJson(
      String cluster,
      String operation,
      String title,
      String state,
      Instant since,
      List<String> head) {
    public UnderWayJson {
      head = List.copyOf(head);
    }
  }

  /** Returns the part about a cluster. */
  public WaitingJson of(String cluster) {
    return new WaitingJson(
        waiting.stream().filter(one -> one.cluster().equals(cluster)).toList(),
        underWay.stream().filter(one -> one.cluster().equals(cluster)).toList(),
        notice);
  }
}
