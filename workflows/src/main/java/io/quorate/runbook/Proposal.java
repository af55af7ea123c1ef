package io.quorate.runbook;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Proposal for a diagnosis: a command that the runbook accepts for the same view. The runbook is
 * asked before the command is shown, so nobody is sent to a refusal.
 */
public sealed interface Proposal {
  /** Option of the runbooks that are about members; others state something that nobody knows. */
  String MEMBER = "member";

  String REPLACES_THE_LOST = "minority-replace";

  /**
   * A command that {@code plan} and {@code start} take.
   *
   * @param runbook its name
   * @param options of the runbook; none where the runbook itself finds the members
   */
  record Command(String runbook, Options options) implements Proposal {
    /** The command with its options: {@code minority-replace payments --member etcd-1}. */
    public String text(ClusterView view) {
      StringBuilder text = new StringBuilder(runbook + " " + view.cluster());
      options
          .values()
          .forEach(
              (name, values) ->
                  values.forEach(value -> text.append(" --" + name + " ").append(value)));
      return text.toString();
    }
  }

  /**
   * No command: the runbook that answers the diagnosis refuses.
   *
   * @param reason the reason of the refusal, with what to do
   */
  record Refused(String runbook, Reason reason) implements Proposal {}

  /** No command: this version has no runbook of that name. */
  record Unknown(String runbook) implements Proposal {}

  /** Returns the proposal for a view; empty where the diagnosis has no runbook. */
  static Optional<Proposal> on(ClusterView view) {
    return DiagnosisTable.diagnose(view).runbook().map(name -> of(name, view));
  }

  /**
   * Returns what a look has to include so that the runbook can be asked: for a diagnosis that no
   * runbook answers the usual look. A comparison of data, which takes minutes, is left out.
   */
  static LookScope scope(ClusterView view) {
    return DiagnosisTable.diagnose(view)
        .runbook()
        .filter(name -> Runbooks.named(name).isPresent())
        .map(name -> Runbooks.scope(name, Options.NONE).quick())
        .orElse(LookScope.of(ObservationDepth.USUAL));
  }

  private static Proposal of(String name, ClusterView view) {
    if (Runbooks.named(name).isEmpty()) {
      return new Unknown(name);
    }
    return candidates(name, view)
        .filter(options -> isTaken(ask(name, options, view)))
        .findFirst()
        .<Proposal>map(options -> new Command(name, options))
        .orElseGet(
            () ->
                switch (ask(name, Options.NONE, view)) {
                  case Prescription.Without without -> new Refused(name, without.reason());
                  case Plan plan -> new Command(name, Options.NONE);
                });
  }

  /**
   * The options to try, best first. A runbook that wants one member by name is asked about each.
   * Any other finds its members itself: a member that is named there is a person's statement. The
   * lost ones are named where they are replaced, because that is easier to read.
   */
  private static Stream<Options> candidates(String name, ClusterView view) {
    boolean takesMembers =
        Runbooks.named(name).stream()
            .flatMap(runbook -> runbook.options().stream())
            .anyMatch(option -> option.name().equals(MEMBER));
    if (!takesMembers) {
      return Stream.of(Options.NONE);
    }
    if (!isRequest(name, Options.NONE)) {
      return configured(view, member -> true).stream().map(List::of).map(Proposal::naming);
    }
    List<String> lost =
        name.equals(REPLACES_THE_LOST)
            ? configured(view, member -> isLost(view, member))
            : List.of();
    return Stream.of(lost, List.<String>of()).distinct().map(Proposal::naming);
  }

  private static boolean isRequest(String name, Options options) {
    try {
      Runbooks.title(name, options);
      return true;
    } catch (IllegalArgumentException unfit) {
      return false;
    }
  }

  private static Options naming(List<String> members) {
    return members.isEmpty() ? Options.NONE : new Options(Map.of(MEMBER, members));
  }

  private static boolean isLost(ClusterView view, Member member) {
    return member.isVoter() && VoterCondition.of(view, member) == VoterCondition.LOST;
  }

  private static List<String> configured(ClusterView view, Predicate<Member> wanted) {
    return view.members().stream()
        .filter(member -> member.configured().isPresent())
        .filter(wanted)
        .map(member -> member.name().value())
        .toList();
  }

  private static Prescription ask(String name, Options options, ClusterView view) {
    return isRequest(name, options)
        ? Runbooks.prescribe(name, options, view, ApprovalPolicy.DEFAULT)
        : new Refusal(
            RunbookReason.MEMBER_NOT_NAMED.because(
                name + " needs a person who says which member is meant."));
  }

  private static boolean isTaken(Prescription answer) {
    return switch (answer) {
      case Plan plan -> true;
      case NotYet later -> true;
      case NothingToDo nothing -> false;
      case Refusal refusal -> false;
    };
  }
}
