package io.quorate.operation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All that an operation knows when it continues in a new run, because its history grew long.
 *
 * @param state what everybody sees of it
 * @param shown what is not in the state and is shown later
 * @param asked what people asked of it and it has not done yet
 * @param options of the runbook, made explicit by the last plan
 * @param spent how often it did what has a limit
 * @param news what came of the last round, for the sentence it ends with
 * @param limits as the first look recorded them; empty before it
 * @param settlingSince since when it waits for facts that need time
 * @param looks what the looks remember
 * @param round the plan that is being carried out
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
    Optional<RoundMemory> round) {
  public OperationMemory {
    Objects.requireNonNull(state, "state");
    shown = Missing.orElse(shown, Shown.NOTHING);
    asked = Missing.orElse(asked, Asked.NOTHING);
    options = Missing.orEmpty(options);
    spent = Missing.orElse(spent, Spent.NOTHING);
    news = news == null ? "" : news;
    limits = limits == null ? Optional.empty() : limits;
    settlingSince = settlingSince == null ? Optional.empty() : settlingSince;
    looks = looks == null ? Opaque.NOTHING : looks;
    round = round == null ? Optional.empty() : round;
  }

  /**
   * What is shown later.
   *
   * @param notices by topic
   * @param skipped the steps that people left out, in sentences
   * @param changedSomething whether a change to the cluster was made, or found made
   * @param unknown what may have taken effect or not, in a sentence of its step
   */
  public record Shown(
      Map<String, String> notices,
      List<String> skipped,
      boolean changedSomething,
      Optional<String> unknown) {
    static final Shown NOTHING = new Shown(Map.of(), List.of(), false, Optional.empty());

    public Shown {
      notices = Missing.orEmpty(notices);
      skipped = skipped == null ? List.of() : List.copyOf(skipped);
      unknown = Missing.orEmpty(unknown);
    }
  }

  /**
   * What people asked and the operation has not done yet.
   *
   * @param answers the last answers to decisions and requests: one that comes again, as an update
   *     or as a signal, is answered alike
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
      paused = paused == null ? Optional.empty() : paused;
      aborted = aborted == null ? Optional.empty() : aborted;
      choice = choice == null ? Optional.empty() : choice;
      continued = continued == null ? Optional.empty() : continued;
      answers = answers == null ? List.of() : List.copyOf(answers);
    }
  }

  /**
   * What somebody was told.
   *
   * @param id of the update or signal: the click's
   */
  public record Answered(String id, boolean counted, String sentence) {
    public Answered {
      id = Missing.orElse(id, "");
      sentence = Missing.orElse(sentence, "");
    }
  }

  /**
   * How often the operation did what has a limit.
   *
   * @param rounds plans that were carried out
   * @param questions plans that were put to people
   */
  public record Spent(int rounds, int questions) {
    static final Spent NOTHING = new Spent(0, 0);
  }
}
