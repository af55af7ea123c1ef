package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.Request;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.UtcTime;
import io.quorate.operation.WatchNames;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shard that a worker holds by one activity a day; the history of a run has five events, and some
 * for each finding that a person silences.
 */
public final class WatchShard implements WatchShardWorkflow {
  /** Change: the channel hears of each silence, and of its end by a person. */
  private static final String SILENCE_IS_TOLD = "silence-is-told";

  /** Version since which the channel does not hear of an end of nothing. */
  private static final int ENDS_SOMETHING = 2;

  private final ShardActivities activities =
      Workflow.newActivityStub(ShardActivities.class, Timeouts.holdShard());
  private final SilenceActivities people =
      Workflow.newActivityStub(SilenceActivities.class, Timeouts.silence());
  private final List<Telling> telling = new ArrayList<>();
  private final List<Untold> untold = new ArrayList<>();
  private int version = Workflow.DEFAULT_VERSION;
  private SilencedFindings silenced;

  /**
   * Silence of which people are not told yet.
   *
   * @param idle whether it only ends a silence, and there was none
   */
  private record Untold(SaidSilence said, boolean idle) {}

  /** Silence of which people are being told. */
  private record Telling(SaidSilence said, Promise<Void> told) {}

  /** Creates the shard, which takes silences from here on, before its first step. */
  @WorkflowInit
  public WatchShard(Opaque shard, @Nullable Opaque silenced) {
    this.silenced =
        Optional.ofNullable(silenced)
            .flatMap(before -> OpaqueValues.known(before, SilencedFindings.class))
            .orElse(SilencedFindings.NONE);
    this.silenced.untold().orElse(List.of()).forEach(said -> untold.add(new Untold(said, false)));
  }

  @Override
  public void run(Opaque shard, @Nullable Opaque before) {
    version = Workflow.getVersion(SILENCE_IS_TOLD, Workflow.DEFAULT_VERSION, ENDS_SOMETHING);
    tell();
    if (!silenced.all().isEmpty()) {
      show();
    }
    Opaque left = activities.hold(shard);
    if (!pending().isEmpty()) {
      Timers.await(Timeouts.LAST_WORDS, "people are told of silences", () -> pending().isEmpty());
    }
    if (!left.isNothing()) {
      Workflow.continueAsNew(left, OpaqueValues.of(silenced.leaving(pending())));
    }
  }

  @Override
  public void validateSilence(Opaque finding) {
    SilencedFinding said = OpaqueValues.read(finding, SilencedFinding.class);
    if (said.by().isBlank() || said.reason().isBlank()) {
      throw new IllegalArgumentException("Not recorded: say who you are, and why.");
    }
    if (silenced.isFull(said, Instant.ofEpochMilli(Workflow.currentTimeMillis()))) {
      throw new IllegalArgumentException(
          "Not recorded: 100 findings of clusters near "
              + said.cluster()
              + " are silenced already. Do: end one of them with --for 0m; quorate watch names"
              + " them.");
    }
  }

  @Override
  public Request.Answer silence(Opaque finding) {
    SilencedFinding said = PayloadReader.accepted(finding, SilencedFinding.class);
    Instant now = Timers.now();
    boolean idle = silenced.endsNothing(said, now);
    silenced = silenced.with(said, now);
    show();
    Optional<SilencedFinding> stands =
        silenced.of(said.cluster(), said.kind(), said.subject().orElse(""), now);
    boolean ends = !now.isBefore(said.until());
    untold.add(new Untold(new SaidSilence(said, now, stands.filter(any -> ends)), idle));
    tell();
    String again = idle ? "Nothing silenced %s: people are told." : "People are told of %s again.";
    return new Request.Answer(
        true,
        stands
            .map(SilencedFinding::until)
            .map(
                end ->
                    "Nobody is told of %s until %s UTC."
                        .formatted(said.words(), UtcTime.minutes(end, now)))
            .orElseGet(() -> again.formatted(said.words())));
  }

  /** Tells people; a silence that comes before the first step of a run waits for that step. */
  private void tell() {
    telling.removeIf(one -> one.told().isCompleted());
    if (version != Workflow.DEFAULT_VERSION) {
      untold.stream()
          .filter(one -> !one.idle() || version < ENDS_SOMETHING)
          .map(Untold::said)
          .forEach(
              said ->
                  telling.add(
                      new Telling(
                          said, Async.procedure(people::tellSilence, OpaqueValues.of(said)))));
      untold.clear();
    }
  }

  /** Returns the silences of which people are not told yet. */
  private List<SaidSilence> pending() {
    return telling.stream().filter(one -> !one.told().isCompleted()).map(Telling::said).toList();
  }

  /** Temporal shows the memo to workers and gateways, without a worker. */
  private void show() {
    Workflow.upsertMemo(Map.of(WatchNames.SILENCED, OpaqueValues.of(silenced)));
  }
}
