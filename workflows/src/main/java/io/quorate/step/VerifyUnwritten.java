package io.quorate.step;

import io.quorate.cluster.Revision;
import io.quorate.diagnosis.Unwritten;
import io.quorate.view.ClusterView;
import java.util.Locale;

/**
 * Verifies in the files of the stopped members that nobody but Quorate changed a key. The files
 * also show changes between the last answer of a member and its stop.
 *
 * @param upTo the revision up to which nobody but Quorate changed a key
 */
public record VerifyUnwritten(Revision upTo) implements ActivityStep {
  @Override
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "Verify in the files of all members: nobody but Quorate changed a key (up to revision %,d)",
        upTo.value());
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.ENDS_CLUSTER;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new Unwritten(view, upTo)
        .unproven()
        .<Verdict>map(Verdict.Refused::new)
        .orElse(Verdict.PROCEED);
  }

  /** The evidence, once {@link #mayRun} has let it through. */
  public String evidence() {
    return String.format(
        Locale.ROOT, "no data of a member is beyond revision %,d, and all are held", upTo.value());
  }
}
