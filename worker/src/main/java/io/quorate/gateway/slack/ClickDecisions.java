package io.quorate.gateway.slack;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;
import io.quorate.client.OperationUpdates;
import io.quorate.client.Operations;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.gateway.FreshLook;
import io.quorate.gateway.LoginLinks;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.OperationState;
import io.quorate.operation.UtcTime;
import io.quorate.plan.MemberTable;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Clicks in Slack as decisions. The click's id is the update's id, so a click that Slack delivers
 * twice, or that is repeated here, counts once.
 */
public final class ClickDecisions implements SlackClicks.Decisions {
  private final OperationDirectory directory;
  private final Operations operations;
  private final OperationUpdates updates;
  private final People people;
  private final FreshLook looks;
  private final LoginLinks links;
  private final ClickVerbs verbs;

  /**
   * Creates decisions for the client's operations.
   *
   * @param looks looks at a cluster for whoever asks for evidence
   */
  public ClickDecisions(
      QuorateClient temporal, People people, Steering steering, FreshLook looks, LoginLinks links) {
    this.verbs = new ClickVerbs(temporal, people, steering);
    this.looks = looks;
    this.links = links;
    this.directory = temporal.directory();
    this.operations = temporal.operations();
    this.updates = temporal.updates();
    this.people = people;
  }

  @Override
  public void decide(SlackClicks.Click click, Consumer<String> tell) {
    Decision decision = decision(click);
    AtomicBoolean counted = new AtomicBoolean();
    updates.decide(
        click.operation(),
        click.id(),
        decision,
        outcome -> {
          if (counted.compareAndSet(false, true)) {
            people.count(decision, outcome);
          }
          tell.accept(sentence(outcome));
        });
  }

  @Override
  public void ask(SlackClicks.Asked click, Consumer<String> tell) {
    verbs.ask(click, name(click.by(), approver(click.by())), tell);
  }

  private static String sentence(Outcome<DecisionAnswer> outcome) {
    return switch (outcome) {
      case Outcome.Done<DecisionAnswer> done -> done.value().sentence();
      case Outcome.Missed<DecisionAnswer> missed -> missed.sentence();
    };
  }

  private Decision decision(SlackClicks.Click click) {
    Optional<Approver> approver = approver(click.by());
    String by = name(click.by(), approver);
    return people.decision(
        new People.Said(
            click.kind(),
            click.digest(),
            Door.SLACK,
            click.reason(),
            click.typed(),
            Optional.of(click.question()),
            Identity.SLACK),
        by,
        approver);
  }

  private Optional<Approver> approver(SlackPerson person) {
    return people.inSlack(person.teamId(), person.userId());
  }

  private static String name(SlackPerson person, Optional<Approver> approver) {
    return approver.map(Approver::name).orElseGet(() -> stranger(person));
  }

  /** A stranger's chosen name proves nothing, so it must not look like an approver's. */
  private static String stranger(SlackPerson person) {
    return person.name() + " (Slack " + person.identity() + ")";
  }

  @Override
  public String page(SlackPerson person, String operation) {
    return approver(person)
        .flatMap(Approver::slack)
        .map(account -> links.to(account, operation))
        .orElseGet(
            () ->
                "Links to the page are for approvers, and "
                    + stranger(person)
                    + " is not an approver of this installation.");
  }

  @Override
  public Optional<String> keepsEvidenceFrom(SlackPerson person) {
    return approver(person).isPresent()
        ? Optional.empty()
        : Optional.of(
            "Evidence is for approvers, and "
                + stranger(person)
                + " is not an approver of this installation.");
  }

  @Override
  public String evidence(String operation, String question) {
    return switch (directory.find(operation).then(operations::show)) {
      case Outcome.Done<OperationState> done -> evidence(done.value(), question);
      case Outcome.Missed<OperationState> missed -> missed.sentence();
    };
  }

  @Override
  public String now(String operation) {
    return switch (directory.find(operation)) {
      case Outcome.Done<OperationExecution> found -> now(found.value().cluster());
      case Outcome.Missed<OperationExecution> missed -> missed.sentence();
    };
  }

  private String now(ClusterKey cluster) {
    ClusterView view = looks.look(cluster, ObservationMemory.NONE);
    return UtcTime.of(view.at())
        + ": "
        + DiagnosisTable.diagnose(view).sentence()
        + "\n\n"
        + String.join("\n", MemberTable.of(view))
        + "\n";
  }

  /**
   * Returns the briefing of the newest plan, with a remark when the question is about an older one,
   * whose briefing is not kept.
   */
  private static String evidence(OperationState state, String question) {
    if (state.briefing().isEmpty()) {
      return "There is no plan yet. " + state.because();
    }
    boolean newest =
        state.lastApproval().map(last -> last.question().id().equals(question)).orElse(true);
    String text = state.briefing().get().text();
    return newest ? text : "This is the newest plan, not the one of this message.\n\n" + text;
  }
}
