package io.quorate.worker.activity;

import io.grpc.StatusRuntimeException;
import io.quorate.client.Backoff;
import io.quorate.client.RunningRuns;
import io.quorate.client.StepUnderWay;
import io.quorate.head.Head;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.OperationState;
import io.quorate.port.Failure;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Said;
import io.quorate.port.NotificationChannel.Showing;
import io.quorate.port.StateVersion;
import io.quorate.reminder.ReminderBatch.Due;
import io.quorate.reminder.Rush;
import io.quorate.reminder.Waiting;
import io.quorate.worker.activity.SubjectReader.Run;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of a notifier: it looks at its subject, shows it when there is something new, and
 * ends when its subject has ended. Whatever fails ends the attempt; Temporal begins the next one
 * after a pause that grows, or after as long as the channel asks to be left alone.
 */
final class NotifierAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(NotifierAttempt.class);

  /** Pauses before the next attempt, unless the channel asked for a longer one. */
  static final Backoff PAUSES = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(1));

  /**
   * How long a step has to wait for a condition before people are told: a shorter wait, such as for
   * a vote, is over before people have read of it.
   */
  private static final Duration LONG_WAIT = Duration.ofSeconds(20);

  /** Time after which no write of the attempt before this one can still be under way. */
  private static final Duration LATE_WRITES = Duration.ofSeconds(15);

  private final SubjectReader reader;
  private final NotificationChannel channel;
  private final FirstMessages firsts;
  private final NotifierBeat beat;
  private final Reminding reminding;
  private final long begun = System.nanoTime();
  private final ParkedFacts facts;
  private long changed = begun;
  private boolean lookAgain;
  private Optional<OperationState> last = Optional.empty();
  private Optional<Seen> shown = Optional.empty();
  private Optional<Seen> looked = Optional.empty();

  /**
   * Creates an attempt that begins nothing yet.
   *
   * @param first whether there was no attempt before this one that may still be writing
   */
  NotifierAttempt(
      SubjectReader reader,
      FirstMessages firsts,
      NotifierBeat beat,
      Reminding reminding,
      ParkedFacts facts,
      boolean first) {
    this.reader = reader;
    this.channel = firsts.channel();
    this.firsts = firsts;
    this.beat = beat;
    this.reminding = reminding;
    this.facts = facts;
    this.lookAgain = !first;
  }

  /** Returns when the last state was shown, or nobody needs to be told any more. */
  void untilItsEnd() {
    Optional<Instant> closedAt = Optional.empty();
    firsts.begins();
    try {
      while (!beat.isOver()) {
        // The mark is read first: a change during this look is news for the next one.
        Optional<RunningRuns.Run> before = reader.known();
        Run run = reader.newest();
        closedAt = run.closedAt();
        boolean news = isNew(run);
        note(run);
        if (news || isDue()) {
          show(run);
        }
        if (closedAt.isPresent() && !isNew(run) && !lookAgain) {
          return;
        }
        pause(before, isNew(run));
      }
    } catch (WorkflowNotFoundException gone) {
      LOG.warn("{} is not in Temporal any more, people are told no more", id());
    } catch (Failure failure) {
      again(String.valueOf(failure.getMessage()), askedFor(failure), closedAt);
    } catch (WorkflowException | StatusRuntimeException away) {
      again("The state of " + id() + " cannot be read: " + away.getMessage(), none(), closedAt);
    } catch (InterruptedException stopping) {
      // The flag stays clear: with it the SDK could not tell Temporal that the notifier is free.
      again("The worker is stopping.", none(), Optional.empty());
    } catch (RuntimeException unexpected) {
      // Without a next attempt nobody would be told any more, and nothing would show it.
      String reference = UUID.randomUUID().toString().substring(0, 8);
      LOG.error("{}: {} could not be told of", reference, id(), unexpected);
      again(
          "It is a fault of Quorate; the worker's log has it as " + reference + ".",
          none(),
          closedAt);
    } finally {
      firsts.ends(id());
      firsts.reminders().leaves(id());
    }
  }

  /** Notes when the subject was seen to change last, shown or not. */
  private void note(Run run) {
    Optional<Seen> now = Optional.of(seen(run));
    if (!now.equals(looked)) {
      looked = now;
      changed = System.nanoTime();
    }
  }

  /**
   * Waits until the next look. A change in Temporal's list, such as the answer to a question, ends
   * the wait, and so does a reminder. A run whose list shows each change is looked at seldom; any
   * other the rarer the longer nothing changes. What could not be shown is soon tried again; a
   * subject in line for its first message is not looked at before its turn or a change, where the
   * list shows changes.
   *
   * @param before the run in Temporal's list when the last look began
   * @param unshown whether the last look is still to be shown: the run went on, or stands in line
   */
  private void pause(Optional<RunningRuns.Run> before, boolean unshown)
      throws InterruptedException {
    int place = firsts.placeOf(id(), beat);
    if (place < Rush.AT_ONCE) {
      pause(before, pace(before, unshown), this::isDue);
    }
    while (place >= Rush.AT_ONCE) {
      boolean marked = isMarked(before);
      LookPace pace = marked ? LookPace.inLine(place) : LookPace.unshown();
      boolean over = pause(before, pace, () -> false);
      place = over || !marked ? 0 : firsts.placeOf(id(), beat);
    }
  }

  /** Whether Temporal's list shows what people do, such as that somebody takes the matter. */
  private static boolean isMarked(Optional<RunningRuns.Run> listed) {
    return listed.filter(RunningRuns.Run::marksChanges).isPresent();
  }

  private LookPace pace(Optional<RunningRuns.Run> before, boolean unshown) {
    boolean marked = isMarked(before) && waits();
    return unshown
        ? LookPace.unshown()
        : LookPace.shown(Duration.ofNanos(System.nanoTime() - changed), marked, firsts.isCrowded());
  }

  /** Waits until the next look; returns whether something ended the wait before its time. */
  private boolean pause(Optional<RunningRuns.Run> before, LookPace pace, BooleanSupplier due)
      throws InterruptedException {
    long end = System.nanoTime() + pace.until().toNanos();
    boolean over;
    do {
      TimeUnit.MILLISECONDS.sleep(pace.step().toMillis());
      over = beat.isOver() || due.getAsBoolean() || !reader.listed().equals(before);
    } while (!over && System.nanoTime() - end < 0);
    return over;
  }

  /** Whether the subject marks each change: an operation does so while people are waited for. */
  private boolean waits() {
    return shown.isPresent()
        && (reader.subject().kind() == NotifierSubject.Kind.INCIDENT || reminding.waits());
  }

  /** Whether there is something to say although nothing has changed. */
  private boolean isDue() {
    return reminding.due(beat.progress()).isPresent() || facts.isDue() || lateWritesAreIn();
  }

  /**
   * Whether this version has to be shown. An attempt that took over shows the last version once
   * more and looks its messages up in the channel, because a last write of the attempt before may
   * have come late.
   */
  private boolean isNew(Run run) {
    return lateWritesAreIn() || !shown.equals(Optional.of(seen(run)));
  }

  private boolean lateWritesAreIn() {
    return lookAgain
        && System.nanoTime() - begun > LATE_WRITES.plus(firsts.putsOff(id())).toNanos();
  }

  /**
   * Part of a run that people are shown.
   *
   * @param waiting the attempt at a step that waits for long; it leaves no event in the history
   */
  private record Seen(StateVersion version, Optional<StepUnderWay> waiting) {}

  private Seen seen(Run run) {
    return new Seen(
        run.version(), run.underWay().flatMap(at -> at.ifWaitingFor(LONG_WAIT, reminding.now())));
  }

  private void show(Run run) {
    boolean settled = lateWritesAreIn();
    Seen seen = seen(run);
    Map<String, String> known = settled ? Map.of() : beat.progress().posted();
    Optional<NotifierProgress> after =
        switch (reader.subject().kind()) {
          case OPERATION ->
              reader
                  .state(run, OperationState.class)
                  .map(state -> reminding.told(ended(run, state)))
                  .map(state -> seen.waiting().map(at -> at.shownIn(state)).orElse(state))
                  .filter(state -> isTurn(Waiting.of(state), at -> wrong(state, at)))
                  .map(state -> toldOf(state, run, known));
          case INCIDENT ->
              reader
                  .state(run, IncidentState.class)
                  .map(state -> reminding.told(run.cutOff().map(state::cutOff).orElse(state)))
                  .filter(
                      state ->
                          state.timesTold() == 0
                              || isTurn(Waiting.of(state), at -> wrong(state, at)))
                  .map(
                      state ->
                          told(
                              Waiting.of(state),
                              run,
                              known,
                              Optional.empty(),
                              with -> channel.show(state, with)));
        };
    if (after.isPresent()) {
      firsts.told(id());
      beat.progress(after.get());
      boolean more = last.filter(facts::look).isPresent();
      shown = more ? Optional.empty() : Optional.of(seen);
      lookAgain &= !settled;
    }
  }

  /**
   * Whether people may be told now: always but for the first time, when many matters have to be
   * told of together. A rehearsal is none of those.
   */
  private boolean isTurn(Optional<Waiting> waiting, Function<Instant, String> wrong) {
    return !beat.progress().posted().isEmpty()
        || waiting
            .filter(matter -> !matter.isRehearsal())
            .map(matter -> firsts.isTurnOf(id(), matter, wrong.apply(matter.since()), beat))
            .orElse(true);
  }

  private static String wrong(OperationState state, Instant at) {
    return Head.of(state, at, Optional.empty()).wrong();
  }

  private static String wrong(IncidentState state, Instant at) {
    return Head.of(state, at, Optional.empty()).wrong();
  }

  /**
   * Shows a state, and reminds of what waits in it when a reminder is due. Where no message is
   * known to stand, the state is shown alone: the reminder follows at the next look, if at all.
   */
  private NotifierProgress told(
      Optional<Waiting> waiting,
      Run run,
      Map<String, String> known,
      Optional<String> now,
      Function<Showing, Map<String, String>> show) {
    reminding.note(waiting);
    Optional<Due> next = reminding.next(id(), beat.progress());
    firsts.reminders().expects(id(), next);
    Optional<Said> due = lateWritesAreIn() ? Optional.empty() : reminding.due(beat.progress());
    Optional<Instant> together =
        next.filter(any -> due.isPresent())
            .flatMap(one -> firsts.reminders().together(one, afterThis(one), beat));
    Optional<Said> said = together.isPresent() ? Optional.empty() : due;
    Map<String, String> places =
        show.apply(
            new Showing(
                run.version(),
                known,
                beat,
                said,
                reminding.reach(due, beat.progress()),
                Optional.of(run.runId()),
                now));
    NotifierProgress after = beat.progress().shown(places, reminding.now());
    return due.map(
            one ->
                after.remindedAt(
                    together.orElseGet(reminding::now), one.reminder().waiting().matter()))
        .orElse(after);
  }

  /** Returns the reminder that follows once this one is said. */
  private Optional<Due> afterThis(Due one) {
    return reminding.next(
        id(), beat.progress().remindedAt(reminding.now(), one.waiting().matter()));
  }

  /** Shows an operation; one that has parked is shown again once its cluster has been seen. */
  private NotifierProgress toldOf(OperationState state, Run run, Map<String, String> known) {
    last = Optional.of(state);
    return told(
        Waiting.of(state).map(reader::seenByTheIncident),
        run,
        known,
        facts.of(state),
        with -> channel.show(state, with));
  }

  private OperationState ended(Run run, OperationState last) {
    return run.cutOff()
        .map(how -> last.cutOff(how, run.closedAt().orElse(last.since())))
        .orElse(last);
  }

  /** Ends this attempt with a failure; a day after its end nobody waits for the last state. */
  private void again(String because, Duration asked, Optional<Instant> closedAt) {
    Instant now = reminding.now();
    if (closedAt.filter(at -> now.isAfter(at.plus(NotifierNames.LAST_WORDS))).isPresent()) {
      LOG.warn("People were not told how {} ended: {}", id(), because);
      return;
    }
    NotifierProgress failed = beat.progress().failed(because, now);
    beat.progress(failed);
    throw ApplicationFailure.newBuilder()
        .setMessage(because)
        .setType(FailureTypes.TRANSIENT)
        .setNextRetryDelay(PAUSES.after(failed.failures(), asked))
        .build();
  }

  private static Duration askedFor(Failure failure) {
    return failure instanceof Failure.Transient passing ? passing.after() : none();
  }

  private static Duration none() {
    return Duration.ZERO;
  }

  private String id() {
    return reader.subject().id();
  }
}
