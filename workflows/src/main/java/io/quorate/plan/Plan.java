package io.quorate.plan;

import io.quorate.cluster.RehearsalText;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Bracket;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A linear list of steps, with the facts it was made from. What was approved is what runs: the
 * approver reads {@link #text}, the approval names {@link #digest}, and the guard compares the
 * world with {@link #expected}.
 *
 * @param runbook the name of the runbook that prescribed it
 * @param request what was asked of the runbook, made explicit (which members, in place of which
 *     ids), so that asking again with it judges the same thing
 * @param title what the plan does to which cluster: {@code Replace etcd-1 of payments}
 * @param seen the view that the plan was made from
 * @param promise what can and cannot be lost while it runs, in a sentence
 * @param loss acknowledged writes that the plan costs; empty for a plan that costs none, and in
 *     plans of releases that announced a loss in warnings
 */
public record Plan(
    String runbook,
    Map<String, List<String>> request,
    String title,
    ClusterView seen,
    List<Step> steps,
    List<String> warnings,
    String promise,
    Optional<AnnouncedLoss> loss)
    implements Prescription {
  public Plan {
    request = Map.copyOf(request);
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }

  /** A plan that costs no acknowledged write. */
  public Plan(
      String runbook,
      Map<String, List<String>> request,
      String title,
      ClusterView seen,
      List<Step> steps,
      List<String> warnings,
      String promise) {
    this(runbook, request, title, seen, steps, warnings, promise, Optional.empty());
  }

  @Override
  public String name() {
    return "plan";
  }

  /** The plan with other steps. */
  public Plan withSteps(List<Step> other) {
    return new Plan(runbook, request, title, seen, other, warnings, promise, loss);
  }

  /**
   * The plan with the steps that its platform needs around the changes. Every plan becomes this one
   * before anybody reads it, so words with the number of a step count the steps here.
   */
  public Plan bracketed() {
    return withSteps(Bracket.around(steps, seen));
  }

  /** The plan with more warnings. */
  public Plan warning(List<String> more) {
    List<String> all = Stream.concat(warnings.stream(), more.stream()).toList();
    return new Plan(runbook, request, title, seen, steps, all, promise, loss);
  }

  /** The plan with this promise. */
  public Plan promising(String words) {
    return new Plan(runbook, request, title, seen, steps, warnings, words, loss);
  }

  /** The plan with the loss that it costs. */
  public Plan announcing(AnnouncedLoss report) {
    return new Plan(runbook, request, title, seen, steps, warnings, promise, Optional.of(report));
  }

  /** The worst hazard of the steps; decides how many people have to approve. */
  public Hazard hazard() {
    return steps.stream().map(Step::hazard).max(Comparator.naturalOrder()).orElse(Hazard.OBSERVES);
  }

  /**
   * Returns the worst hazard that people are asked about: that of the rehearsed steps in a
   * rehearsal, else that of the steps.
   */
  public Hazard hazardAsked() {
    return rehearsed().map(Plan::hazard).orElseGet(this::hazard);
  }

  /** Returns the plan that this one rehearses; empty for a plan that is carried out. */
  public Optional<Plan> rehearsed() {
    return steps.stream().noneMatch(Rehearse.class::isInstance)
        ? Optional.empty()
        : Optional.of(
            new Plan(
                runbook,
                request,
                RehearsalText.unmarked(title),
                seen,
                steps.stream()
                    .map(step -> step instanceof Rehearse words ? words.wrapped() : step)
                    .toList(),
                warnings,
                promise,
                loss));
  }

  /**
   * Returns the word that an approver has to type: the cluster's name, where the plan can cost
   * acknowledged writes or the requester may approve. A click alone must not do that, and a person
   * who types a name sees whether the cluster is the right one.
   */
  public Optional<String> typed() {
    boolean wanted =
        hazardAsked() == Hazard.DESTRUCTIVE
            || questions()
                .anyMatch(ask -> ask.terms().filter(ApprovalTerms::requesterCounts).isPresent());
    return wanted && asksSomebody() ? Optional.of(seen.cluster().value()) : Optional.empty();
  }

  /** Returns whether people have to approve the plan. */
  public boolean asksSomebody() {
    return questions().anyMatch(ask -> ask.approvals() > 0);
  }

  private Stream<AskApproval> questions() {
    return steps.stream().filter(AskApproval.class::isInstance).map(AskApproval.class::cast);
  }

  /** Returns the sentence of a step of this plan; of a rehearsal it says so. */
  public String sentence(Step step) {
    String plain = step.sentence(seen);
    return rehearsed().isPresent() ? RehearsalText.marked(plain) : plain;
  }

  /** The step at this index, with the ids of members that earlier steps added. */
  public Step step(int index, AddedIds added) {
    Step step = steps.get(index);
    for (var entry : added.byName().entrySet()) {
      step = step.bind(entry.getKey(), entry.getValue());
    }
    return step;
  }

  /**
   * Returns the expected view before the step at {@code index}: the facts, projected through the
   * earlier steps.
   */
  public ClusterView expected(int index, AddedIds added) {
    ClusterView view = seen;
    for (Step step : steps.subList(0, index)) {
      view = added.in(step.project(view));
    }
    return view;
  }

  /** The margin before the first step and after each one, in order. */
  public List<Integer> margins() {
    List<Integer> margins = new ArrayList<>();
    for (int index = 0; index <= steps.size(); index++) {
      margins.add(expected(index, AddedIds.NONE).margin());
    }
    return margins;
  }

  /** The margin as {@code now 0 · during 0 · after 1}. */
  public String marginLine() {
    List<Integer> margins = margins();
    int during = margins.stream().mapToInt(Integer::intValue).min().orElse(0);
    int after = margins.get(margins.size() - 1);
    return "now " + margins.get(0) + " · during " + during + " · after " + after;
  }

  /** SHA-256 over the plan and its material facts, in hexadecimal: 64 characters. */
  public String digest() {
    return Digest.of(this);
  }

  /**
   * Whether the other plan does the same on the same facts, however either is worded: another
   * release of Quorate may word it differently, which is no reason to ask people again. Title,
   * warnings, promise and loss are words; the digest, which an approval names, covers words too.
   */
  public boolean sameMatterAs(Plan other) {
    return runbook.equals(other.runbook)
        && request.equals(other.request)
        && Digest.facts(seen).equals(Digest.facts(other.seen))
        && steps.size() == other.steps.size()
        && IntStream.range(0, steps.size())
            .allMatch(index -> steps.get(index).sameMatterAs(other.steps.get(index)));
  }

  /** The plan as people read it, in Slack, on the command line and in the documents. */
  public String text() {
    return PlanText.of(this);
  }

  /** The numbered steps, one line each, in columns. */
  public List<String> lines() {
    return PlanText.lines(this);
  }

  /** The sentences of all steps that cannot be undone, shown before an approval. */
  public String pointOfNoReturn() {
    return steps.stream()
        .filter(step -> step.hazard().compareTo(Hazard.IRREVERSIBLE) >= 0)
        .map(step -> step.sentence(seen))
        .collect(Collectors.joining("; "));
  }
}
