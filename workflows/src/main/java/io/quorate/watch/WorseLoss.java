package io.quorate.watch;

import io.quorate.cluster.Amounts;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.record.WorstLoss;
import io.quorate.view.ClusterView;
import io.quorate.view.NamedLoss;
import io.quorate.view.ShownLosses;
import io.quorate.watch.Sign.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rule of a single loss that would cost more than the record remembers: the table of {@code
 * what-if} got worse. Subject is the kind of what is lost, such as {@code zone}. The rule finds
 * nothing in a cluster in trouble: the diagnosis tells people of the trouble.
 */
final class WorseLoss {
  private static final FindingKind KIND = FindingKind.LOSS_GOT_WORSE;

  private WorseLoss() {}

  static List<Sign> signs(ClusterKnowledge known) {
    List<Sign> all = new ArrayList<>(known.standing(KIND).toList());
    known.view().filter(WorseLoss::isJudged).ifPresent(view -> judge(view, all));
    return all;
  }

  private static boolean isJudged(ClusterView view) {
    return view.isConfirmed() && view.past().unread().isEmpty();
  }

  /**
   * Replaces the signs of the kinds that the look knows. Most looks do not ask the hosts for their
   * machines; a sign of another kind stays as long as the record says that it is worse.
   */
  private static void judge(ClusterView view, List<Sign> all) {
    List<WorstLoss> shown = ShownLosses.in(view);
    all.removeIf(
        sign ->
            shown.stream().noneMatch(now -> now.kind().equals(sign.subject()))
                && view.past()
                    .worst()
                    .flatMap(known -> known.of(sign.subject()))
                    .filter(known -> known.isWorseAt(view.at()))
                    .isEmpty());
    List<Sign> found = shown.stream().flatMap(now -> sign(view, now).stream()).toList();
    if (found.isEmpty() || TellingRule.of(DiagnosisTable.diagnose(view).code()).isEmpty()) {
      all.removeIf(sign -> shown.stream().anyMatch(now -> now.kind().equals(sign.subject())));
      all.addAll(found);
    }
  }

  private static Optional<Sign> sign(ClusterView view, WorstLoss now) {
    return view.past()
        .worst()
        .flatMap(known -> known.of(now.kind()))
        .filter(was -> was.isBetterThan(now))
        .map(was -> new Sign(KIND, now.kind(), Urgency.SOON, evidence(view, was, now)));
  }

  private static String evidence(ClusterView view, WorstLoss was, WorstLoss now) {
    return """
    This is a risk, no outage. If %s were lost, %d of %s would be lost: %s. As the cluster was \
    at %s, at most %d of %d would be lost: %s. What it would cost: quorate what-if %s.\
    """
        .formatted(
            words(now),
            now.taken(),
            Amounts.count(now.of(), "voter"),
            words(now.outcome()),
            Amounts.moment(was.at()),
            was.taken(),
            was.of(),
            words(was.outcome()),
            view.cluster());
  }

  private static String words(WorstLoss loss) {
    NamedLoss named = NamedLoss.parse(loss.kind() + "=" + loss.name());
    return named.kind() == NamedLoss.Kind.MEMBER ? "one member" : named.words();
  }

  private static String words(WorstLoss.Outcome outcome) {
    return switch (outcome) {
      case LEAVES_SPARE -> "writes would go on, and another voter could be lost";
      case LEAVES_NO_SPARE -> "writes would go on, with no voter to spare";
      case ENDS_QUORUM -> "writes would stop";
      case TAKES_ALL -> "only a snapshot would be left";
    };
  }
}
