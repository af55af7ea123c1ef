package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.record.LastComparison;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The row of {@link DiagnosisTable} about data that comparisons found different. */
final class ComparisonRow {
  private ComparisonRow() {}

  /**
   * Row 3 without an alarm: etcd has no check of its own switched on that would raise one. The row
   * is the last one, because the repair needs everybody to vote and nothing else under way.
   */
  static Optional<Diagnosis> dataDiffers(ClusterView view) {
    return DataDivergence.lastAbout(view)
        .flatMap(
            last ->
                last.difference()
                    .map(
                        difference ->
                            new Inconsistent(
                                DiagnosisCode.DATA_DIFFERS,
                                difference
                                    + " at revision "
                                    + last.revision()
                                    + " (compared "
                                    + Amounts.moment(last.at())
                                    + "), and no alarm is raised: reads through a wrong one are"
                                    + " wrong, linearizable ones too.",
                                unlessOne(view, last) + unlessNow(view, last),
                                last.odd().map(odd -> "repair-corrupt-member"))));
  }

  /**
   * A difference that was found before a voter was lost. The newcomer copies from whoever leads: if
   * that is the wrong one, the wrong data is that of the majority afterwards. Where the one that
   * differed is itself lost, the difference is gone with it.
   */
  static Optional<Diagnosis> dataDiffersBesideALoss(ClusterView view) {
    List<Member> gone =
        view.voters().stream()
            .filter(voter -> VoterCondition.of(view, voter).isToBeReplaced())
            .toList();
    return DataDivergence.lastAbout(view)
        .filter(last -> !gone.isEmpty())
        .filter(
            last ->
                gone.stream().noneMatch(one -> last.odd().filter(one.name()::equals).isPresent()))
        .filter(last -> !last.isEqual())
        .map(last -> besideALoss(view, gone, last));
  }

  private static Inconsistent besideALoss(
      ClusterView view, List<Member> gone, LastComparison last) {
    return new Inconsistent(
        DiagnosisCode.DATA_DIFFERS,
        last.difference().orElseThrow()
            + " at revision "
            + last.revision()
            + " (compared "
            + Amounts.moment(last.at())
            + "), and "
            + gone.stream()
                .map(one -> one.name() + " " + VoterCondition.of(view, one).sentence(view, one))
                .collect(Collectors.joining("; "))
            + ".",
        " A replacement copies from one of those that are left, so their data is compared first.",
        Optional.of("repair-corrupt-member"));
  }

  private static String unlessNow(ClusterView view, LastComparison last) {
    return last.at().equals(view.at())
        ? ""
        : " \"quorate plan repair-corrupt-member " + view.cluster() + "\" compares again.";
  }

  private static String unlessOne(ClusterView view, LastComparison last) {
    return last.odd().isPresent()
        ? ""
        : " Nobody can tell by counting who is right. Change nothing, and let the owner of the data"
            + " say which one is right. Then: quorate start majority-recovery "
            + view.cluster()
            + " --from MEMBER, which saves a snapshot of every member first.";
  }

  /**
   * Says what the comparisons of this look found in the data of voters that are otherwise whole.
   */
  static String compared(ClusterView view) {
    return DataDivergence.result(view)
        .filter(compared -> view.voters().size() > 1)
        .map(compared -> " Their data is equal at revision " + compared.revision() + ".")
        .or(
            () ->
                DataDivergence.undecided(view)
                    .map(because -> " Their data could not be compared: " + because))
        .orElse("");
  }
}
