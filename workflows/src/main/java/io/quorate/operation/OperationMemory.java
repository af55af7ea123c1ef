package io.quorate.operation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of an operation: all that it hands to its next run, when its history has grown long.
 *
 * @param state of the operation as everybody sees it
 * @param shown what the state does not have yet and is shown later
 * @param asked what people asked of the operation and it has not done yet
 * @param options of the runbook, made explicit by the last plan
 * @param spent use of the limits so far
 * @param news the result of the last round, for the operation's last sentence
 * @param limits that the first look recorded; empty before it
 * @param settlingSince since when the operation waits for facts that need time
 * @param looks what the looks remember
 * @param round the plan that is being carried out
 * @param place whether it has a place of the fleet, or waits for one
 */
public record OperationMemory(
    OperationState state,
    Shown shown,
    Asked asked,
    Map<String, List<String>> options,
    Spent spent,
    String news,
    Optional<Limits> limits,
    Optional<Instant> settlingSince,
    Opaque looks,
    Optional<RoundMemory> round,
    Optional<PlaceMemory> place) {
  /** Standing of an operation in the fleet. Names are append-only. */
  public enum PlaceMemory {
    WAITING,
    GIVEN
  }

  public OperationMemory {
    options = Sorted.copyOf(options);
  }

  /**
   * Facts that are shown later.
   *
   * @param notices by topic
   * @param skipped the steps that people left out, in sentences
   * @param changedSomething whether a change to the cluster was made, or found made
   * @param unknown the sentence of a step that may or may not have taken effect
   */
  public record Shown(
      Map<String, String> notices,
      List<String> skipped,
      boolean changedSomething,
      Optional<String> unknown) {
    static final Shown NOTHING = new Shown(Map.of(), List.of(), false, Optional.empty());

    public Shown {
      notices = Sorted.copyOf(notices);
      skipped = List.copyOf(skipped);
    }
  }

  /**
   * Requests of people that the operation has not done yet.
   *
   * @param answers the last answers to decisions and requests: a message that is repeated, as an
   *     update or as a signal, gets its first answer
   */
  public record Asked(
      Optional<Request> paused,
      Optional<Request> aborted,
      Optional<Request> choice,
      Optional<Request> continued,
      List<Answered> answers) {
    static final Asked NOTHING =
        new Asked(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public Asked {
      answers = List.copyOf(answers);
    }
  }

  /**
   * Answer to one decision or request.
   *
   * @param id of the update or signal, which is the id of the click
   */
  public record Answered(String id, boolean counted, String sentence) {}

  /**
   * Use of the limits of an operation.
   *
   * @param rounds number of plans that were carried out
   * @param questions number of plans that were put to people
   */
  public record Spent(int rounds, int questions) {
    static final Spent NOTHING = new Spent(0, 0);
  }
}
