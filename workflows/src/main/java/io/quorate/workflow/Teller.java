package io.quorate.workflow;

import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Tells people how the operation stands, beside the work and never in its way: always the newest
 * state, so a channel that was away for an hour gets one message and not a hundred.
 */
final class Teller {
  private static final String TOPIC = "channel";
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Journal journal;
  private final ConversationActivities activities =
      Workflow.newActivityStub(ConversationActivities.class, Timeouts.tell());
  private Map<String, String> posted = Map.of();
  private Optional<Promise<Void>> talking = Optional.empty();
  private long told;
  private boolean last;

  Teller(Journal journal) {
    this.journal = journal;
  }

  /** Begins to tell; once is enough. */
  void start() {
    if (talking.isEmpty()) {
      talking = Optional.of(Async.procedure(this::talk));
    }
  }

  /** Waits until the last state has been told, within a limit. */
  void finish() {
    last = true;
    talking.ifPresent(talk -> Workflow.await(Timeouts.LAST_WORDS, talk::isCompleted));
  }

  private void talk() {
    Duration pause = FIRST_PAUSE;
    while (true) {
      Workflow.await(() -> told != journal.version() || last);
      if (told == journal.version()) {
        return;
      }
      if (tell()) {
        pause = FIRST_PAUSE;
      } else {
        pause = rest(pause);
      }
    }
  }

  /** Waits before the next try, the end cuts it short; returns how long to wait after that. */
  private Duration rest(Duration pause) {
    boolean before = last;
    Workflow.await(before ? FIRST_PAUSE : pause, () -> last != before);
    Duration longer = pause.multipliedBy(2);
    return longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
  }

  private boolean tell() {
    long version = journal.version();
    try {
      posted = activities.tell(journal.state(), posted);
      told = version;
      journal.withdraw(TOPIC);
      return true;
    } catch (ActivityFailure failure) {
      journal.notice(
          TOPIC,
          "People could not be told: "
              + Reasons.of(failure)
              + ". The operation goes on; `quorate approve` works.");
      return false;
    }
  }
}
