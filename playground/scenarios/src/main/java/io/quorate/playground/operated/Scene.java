package io.quorate.playground.operated;

import io.quorate.lab.machine.NotInTimeException;
import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Progress;
import io.quorate.playground.telling.Verdict;
import io.quorate.playground.telling.Verdict.LossJson;
import io.quorate.playground.telling.Verdict.WritesJson;
import io.quorate.wire.NumberOrUnknown;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Means of a scenario: how the scenario acts, and the differences that it found. */
public class Scene {
  private static final String APPROVER = "dana";

  private final Operated payments;
  private final String command;
  private final Narrator narrator;
  private final Consent consent;
  private final Progress progress;
  private final List<String> differences = new ArrayList<>();
  private Optional<ShowJson> operation = Optional.empty();

  /**
   * A scene in which nothing has happened yet.
   *
   * @param command what has to be typed before a verb in another terminal
   */
  protected Scene(Operated payments, String command, Narrator narrator, Consent consent) {
    this.payments = payments;
    this.command = command;
    this.narrator = narrator;
    this.consent = consent;
    this.progress = new Progress(narrator);
  }

  /** The cluster and the product. */
  public final Operated payments() {
    return payments;
  }

  /** Tells whoever watches a sentence. */
  public final void tell(String sentence) {
    narrator.tell(sentence);
  }

  /** Tells this line of what the product said, which has to be there. */
  public final void tellOf(Ended verb, String part) {
    Optional<String> line = verb.said().lines().filter(one -> one.contains(part)).findFirst();
    demand(line.isPresent(), "the product does not say " + part + ", but: " + verb.said());
    line.map(String::strip).ifPresent(narrator::tell);
  }

  /** Keeps the difference unless this holds. */
  public final void demand(boolean holds, String difference) {
    if (!holds) {
      differences.add(difference);
    }
  }

  /** Waits until the cluster is whole. */
  public final void awaitWhole() throws InterruptedException {
    payments.until("all members to serve", () -> payments.diagnosis().equals("whole"));
  }

  /** Starts a runbook, gets the yes, and follows the operation to its end. */
  public final void carriedOut(String runbook, String... options)
      throws IOException, InterruptedException {
    ends(approved(runbook, options));
  }

  /** Starts a runbook and gets the yes; returns the operation. */
  public final String approved(String runbook, String... options)
      throws IOException, InterruptedException {
    narrator.tell("a colleague of dana starts " + runbook + " " + String.join(" ", options));
    String id = payments.started(runbook, options);
    answered(id);
    return id;
  }

  /** Waits for the next question of the operation, and gets the yes. */
  public final void answered(String id) throws IOException, InterruptedException {
    payments.until("a question", () -> payments.operation(id).openApproval().isPresent());
    follow("waiting-for-approval", id);
    beforeTheAnswer(payments.operation(id));
    if (consent == Consent.GIVEN) {
      payments.approve(id, "--as", APPROVER, "--confirm", Operated.CLUSTER);
      narrator.tell(APPROVER + " approves");
    } else {
      narrator.plain(
          "\nYour answer is needed. In another terminal: "
              + command
              + " approve "
              + id
              + " --as "
              + APPROVER
              + " --digest "
              + payments.operation(id).openApproval().orElseThrow().digest().substring(0, 8)
              + "\n");
      payments.until("the answer", () -> payments.operation(id).openApproval().isEmpty());
    }
  }

  /** Prepares what happens to the operation once its question is answered; nothing by default. */
  protected void beforeTheAnswer(ShowJson asked) throws IOException, InterruptedException {}

  /** Follows the operation to its end. */
  public final void ends(String id) throws IOException, InterruptedException {
    follow("completed", id);
  }

  /** Follows the operation to this state. */
  public final void follow(String state, String id) throws IOException, InterruptedException {
    payments.comesTo(
        state,
        id,
        now -> {
          operation = Optional.of(now);
          progress.look(now);
        });
  }

  /** Acts of a scene, one after the other. */
  @FunctionalInterface
  public interface Played {
    /** Does it. */
    void play() throws IOException, InterruptedException;
  }

  /** Plays, and returns the time; whatever goes wrong is a difference. */
  public final Duration timed(Played played) throws InterruptedException {
    long start = System.nanoTime();
    try {
      played.play();
    } catch (NotInTimeException | IllegalStateException | IOException broken) {
      differences.add(String.valueOf(broken.getMessage()));
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * The scenario of a verdict.
   *
   * @param outcome how its operation has to end
   * @param etcd the version with which it began
   * @param losesWrites whether writes are lost by what happened
   */
  public record Expected(String scenario, String outcome, String etcd, boolean losesWrites) {}

  /** Judges what was played, by what etcd tells and what the client that wrote has read back. */
  public final Verdict verdict(
      Expected expected,
      Duration took,
      WritingProgram.Told writes,
      EtcdctlInspection after,
      List<String> kept) {
    List<String> all = new ArrayList<>(differences);
    all.addAll(writes.unread());
    all.addAll(after.differences());
    String outcome = operation.map(ShowJson::state).orElse("none");
    if (!outcome.equals(expected.outcome())) {
      all.add("the operation ended as " + outcome);
    }
    if (writes.lost() > 0 && !expected.losesWrites()) {
      all.add(writes.lost() + " acknowledged writes are lost");
    }
    var none = new NumberOrUnknown(Optional.of(0L));
    return new Verdict(
        expected.scenario(),
        outcome,
        Verdict.seconds(took),
        operation.map(ShowJson::operation).orElse(null),
        operation.map(ShowJson::round).orElse(0),
        operation.map(Verdict::times).orElse(List.of()),
        new WritesJson(
            writes.acknowledged(), writes.failed(), writes.lost(), writes.longestStallMillis()),
        new LossJson(none, none, null),
        null,
        0,
        after.members(),
        expected.etcd(),
        kept,
        List.of(),
        all);
  }
}
