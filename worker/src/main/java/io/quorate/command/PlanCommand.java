package io.quorate.command;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.observation.PatientAnswer;
import io.quorate.operation.UtcTime;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.Options;
import io.quorate.runbook.PlatformRights;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.quorate.wire.PlanJson;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate plan}. */
@Command(
    name = "plan",
    description = "What would be done, without doing it. Needs nothing but etcd.")
final class PlanCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Mixin private WantedRunbook words = new WantedRunbook();

  PlanCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Runbook<?> wanted = words.runbook();
    Configuration configuration = quorate.configuration();
    ClusterSettings settings = words.cluster(quorate, configuration);
    Options options = words.options(settings);
    try (Looks looks = quorate.wiring().looks(configuration)) {
      String name = wanted.name();
      LookScope scope = Runbooks.scope(name, options);
      PatientAnswer answer =
          answer(
              settings.key(),
              before -> looks.look(settings.key(), before, scope),
              view ->
                  Runbooks.prescribe(
                      name,
                      options,
                      PlatformRights.notRequired(view),
                      configuration.approval().policy()));
      Prescription prescription = answer.prescription();
      quorate.answer(
          text(prescription) + unanswerable(prescription, configuration),
          PlanJson.of(settings.key(), name, prescription));
      return Views.nothingObserved(answer.view()) ? ExitCode.UNREACHABLE : exitCode(prescription);
    }
  }

  private PatientAnswer answer(
      ClusterKey cluster,
      Function<ObservationMemory, ClusterView> look,
      Function<ClusterView, Prescription> runbook) {
    try (ProgressLine line = quorate.progress()) {
      line.say("looking at " + cluster + " ...");
      return PatientAnswer.of(before -> Views.seen(look, before), runbook, new Person(line));
    }
  }

  /** The person who waits for the plan, unless nobody can be observed. */
  private final class Person implements PatientAnswer.Waiting {
    private final ProgressLine line;
    private final Set<Instant> told = new HashSet<>();

    Person(ProgressLine line) {
      this.line = line;
    }

    @Override
    public boolean isWorthIt(ClusterView view) {
      return !Views.nothingObserved(view);
    }

    /**
     * Says what is waited for: on a terminal in a line that is written over, elsewhere in one line
     * for each time.
     */
    @Override
    public void rest(Duration pause, NotYet meanwhile) {
      if (line.isShown()) {
        Instant now = quorate.terminal().clock().get();
        Duration left = Duration.between(now, meanwhile.until());
        line.say("waiting, " + Math.max(0, left.toSeconds()) + " s to go: " + meanwhile.because());
      } else if (told.add(meanwhile.until())) {
        quorate.say("waiting until " + UtcTime.of(meanwhile.until()) + ": " + meanwhile.because());
      }
      quorate.terminal().rest(pause);
    }
  }

  /** Says that a start by this person would be refused, because too few others could approve. */
  private String unanswerable(Prescription prescription, Configuration configuration) {
    if (!(prescription instanceof Plan plan) || !plan.asksSomebody()) {
      return "";
    }
    String typed = quorate.asking().name();
    String name =
        configuration.approval().approvers().byName(typed).map(Approver::name).orElse(typed);
    ApprovalPolicy policy = configuration.approval().policy().askedBy(new Asker(name, false));
    return policy
        .unanswerable(policy.needs(plan.hazard()))
        .map(why -> "\nquorate start would refuse it: " + why)
        .orElse("");
  }

  /** Returns the answer of a runbook as this verb prints it. */
  static String text(Prescription prescription) {
    return switch (prescription) {
      case Plan plan -> plan.text();
      case NothingToDo nothing -> "nothing to do: " + nothing.reason().text();
      case NotYet notYet ->
          "not yet: "
              + notYet.reason().text()
              + "\nLook again at "
              + UtcTime.of(notYet.until())
              + "; a start would wait for it.";
      case Refusal refusal -> "refused: " + refusal.reason().text();
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
