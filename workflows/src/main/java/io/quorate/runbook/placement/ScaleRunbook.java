package io.quorate.runbook.placement;

import io.quorate.cluster.Quorum;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Spares;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Optional;

/**
 * Scale (docs/etcd.md#scaling): to an odd number of voters, one member at a time. Members join as
 * learners, best placement first; members of the most crowded zone are removed first, the leader
 * last.
 */
public final class ScaleRunbook implements Runbook<Integer> {

  /** The most voters: more make every write slower and tolerate no likely loss (etcd's FAQ). */
  private static final int MOST = 7;

  @Override
  public String name() {
    return ScalePrescription.NAME;
  }

  @Override
  public String sentence() {
    return "Go to another odd number of voters, one member at a time.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(
            ScalePrescription.MEMBERS, "N", "How many voters there are to be: 1, 3, 5 or 7."));
  }

  @Override
  public Integer request(Options options) {
    List<String> wanted = options.all(ScalePrescription.MEMBERS);
    if (wanted.size() != 1 || !wanted.get(0).matches("\\d{1,3}")) {
      throw new IllegalArgumentException("say how many voters there are to be: --members 5");
    }
    return Integer.valueOf(wanted.get(0));
  }

  @Override
  public String title(Integer wanted) {
    return "scale to " + wanted + (wanted == 1 ? " voter" : " voters");
  }

  @Override
  public int members(Integer wanted) {
    return wanted;
  }

  @Override
  public Prescription prescribe(ClusterView view, Integer wanted) {
    int voters = view.voters().size();
    boolean settled = view.learners().isEmpty() && ScalePrescription.leftOver(view).isEmpty();
    if (wanted == voters && settled) {
      return new NothingToDo(
          PlacementReason.AS_MANY_VOTERS.because("There are " + voters + " voters."));
    }
    return unwise(wanted)
        .or(() -> wanted > voters ? up(view) : down(view))
        .orElseGet(() -> new ScalePrescription(view, wanted).prescription());
  }

  private static Optional<Prescription> unwise(int wanted) {
    if (wanted == 0) {
      return Optional.of(
          new Refusal(PlacementReason.NO_VOTERS_WANTED.because("A cluster needs a voter.")));
    }
    if (wanted % 2 == 0) {
      return Optional.of(
          new Refusal(
              PlacementReason.EVEN_NUMBER_WANTED.because(
                  new Quorum(wanted).besideOneFewer() + ", and one more has to answer every write.",
                  "Say " + (wanted - 1) + " or " + (wanted + 1) + ".")));
    }
    return wanted > MOST
        ? Optional.of(
            new Refusal(
                PlacementReason.TOO_MANY_VOTERS.because(
                    "More than " + MOST + " voters make every write slower for no gain.")))
        : Optional.empty();
  }

  /**
   * The objection to growing. A learner that an earlier attempt left is no objection, because it is
   * adopted.
   */
  private static Optional<Prescription> up(ClusterView view) {
    boolean leftOver =
        DiagnosisTable.diagnose(view).code() == DiagnosisCode.MEMBER_JOINING
            && view.learners().size() == 1
            && new Spares(view).all().contains(view.learners().get(0))
            && !RunningVersions.of(view).areMixed();
    return leftOver
        ? ChangeReadiness.confirmed(view)
        : ChangeReadiness.toChange(view, halfway(view));
  }

  /**
   * The objection to shrinking. Two voters are no objection: they are on the way from three to one.
   */
  private static Optional<Prescription> down(ClusterView view) {
    boolean between = view.voters().size() == 2;
    return between
        ? ChangeReadiness.toChange(view, halfway(view))
        : ChangeReadiness.toSpareOne(view, halfway(view));
  }

  /**
   * The diagnoses that are no objection halfway through scaling: an even number of voters with a
   * configured member outside, for example when a member that was to leave next has been elected.
   * Mixed versions stay an objection, though the diagnosis names the missing member before them.
   */
  private static DiagnosisCode[] halfway(ClusterView view) {
    return RunningVersions.of(view).areMixed()
        ? new DiagnosisCode[0]
        : new DiagnosisCode[] {DiagnosisCode.MEMBER_MISSING};
  }
}
