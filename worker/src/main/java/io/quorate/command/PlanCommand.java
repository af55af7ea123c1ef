package io.quorate.command;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationMemory;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.operation.UtcTime;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.quorate.wire.PlanJson;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code quorate plan}. */
@Command(
    name = "plan",
    description = "What would be done, without doing it. Needs nothing but etcd.")
final class PlanCommand implements Callable<Integer> {
  /** How long the plan waits for facts that have to hold for a few seconds. */
  private static final Duration WORTH_WAITING = Duration.ofSeconds(10);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final QuorateCommand quorate;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "RUNBOOK",
      completionCandidates = RunbookNames.class,
      description = "See: quorate runbooks.")
  private String runbook = "";

  @Parameters(index = "1", paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  PlanCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Runbook<?> wanted = Runbooks.typed(runbook);
    Configuration configuration = quorate.configuration();
    ClusterSettings settings = quorate.cluster(configuration, cluster);
    Options options =
        RunbookOptions.given(
            Objects.requireNonNull(spec).commandLine().getParseResult(), wanted, settings);
    try (Looks looks = quorate.parts().looks(configuration)) {
      Asked asked = new Asked(wanted.name(), options, configuration, settings, looks);
      Answered answered = untilKnown(asked);
      Prescription prescription = answered.prescription();
      quorate.answer(text(prescription), PlanJson.of(settings.key(), wanted.name(), prescription));
      return Views.nothingObserved(answered.view()) ? ExitCode.UNREACHABLE : exitCode(prescription);
    }
  }

  private record Asked(
      String runbook,
      Options options,
      Configuration configuration,
      ClusterSettings cluster,
      Looks looks) {
    Answered with(ObservationMemory before) {
      ClusterView view = looks.look(cluster.key(), before, Runbooks.depth(runbook));
      return new Answered(
          view, Runbooks.prescribe(runbook, options, view, configuration.approval().policy()));
    }
  }

  private record Answered(ClusterView view, Prescription prescription) {
    /** Whether the answer may change within a few seconds. */
    boolean mayChangeBy(Instant end) {
      return prescription instanceof NotYet notYet
          && !notYet.until().isAfter(end)
          && !view.at().isAfter(end)
          && !Views.nothingObserved(view);
    }
  }

  private Answered untilKnown(Asked asked) {
    try (ProgressLine line = quorate.progress()) {
      line.say("looking at " + asked.cluster().key() + " ...");
      Answered answered = asked.with(ObservationMemory.NONE);
      Instant end = answered.view().at().plus(WORTH_WAITING);
      Set<String> told = new HashSet<>();
      while (answered.prescription() instanceof NotYet notYet && answered.mayChangeBy(end)) {
        waiting(line, notYet, told);
        quorate.surface().rest(BETWEEN_LOOKS);
        answered = asked.with(answered.view().remembered());
      }
      return answered;
    }
  }

  /**
   * Says what is waited for: on a terminal in a line that is written over, elsewhere in one line
   * for each reason.
   */
  private void waiting(ProgressLine line, NotYet notYet, Set<String> told) {
    if (line.isShown()) {
      Instant now = quorate.surface().clock().get();
      Duration left = Duration.between(now, notYet.until());
      line.say("waiting, " + Math.max(0, left.toSeconds()) + " s to go: " + notYet.because());
    } else if (told.add(notYet.until().toString())) {
      quorate.say("waiting until " + UtcTime.of(notYet.until()) + ": " + notYet.because());
    }
  }

  private static String text(Prescription prescription) {
    return switch (prescription) {
      case Plan plan -> plan.text();
      case NothingToDo nothing -> "nothing to do: " + nothing.because();
      case NotYet notYet ->
          "not yet: "
              + notYet.because()
              + "\nLook again at "
              + UtcTime.of(notYet.until())
              + "; a start would wait for it.";
      case Refusal refusal -> "refused: " + refusal.because();
    };
  }

  private static int exitCode(Prescription prescription) {
    return switch (prescription) {
      case Plan plan -> ExitCode.DONE;
      case NothingToDo nothing -> ExitCode.NOTHING_TO_DO;
      case NotYet notYet -> ExitCode.NOT_YET;
      case Refusal refusal -> ExitCode.REFUSED;
    };
  }
}
