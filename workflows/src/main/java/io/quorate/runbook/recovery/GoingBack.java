package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
import java.util.stream.Collectors;

/**
 * A cluster that works and holds the wrong data, because somebody deleted or overwrote it: people
 * say so and name the snapshot to which it goes back. All members are stopped, and what was written
 * since is thrown away for clients; their data and a snapshot of it are kept.
 */
final class GoingBack {
  private static final int OFFERED = 3;

  private final ClusterView view;
  private final MajorityRecoveryRequest request;
  private final Diagnosis found;

  GoingBack(ClusterView view, MajorityRecoveryRequest request, Diagnosis found) {
    this.view = view;
    this.request = request;
    this.found = found;
  }

  /** Whether people asked for it, and this operation has not left that cluster yet. */
  boolean isAskedFor() {
    return request.dataIsWrong().isPresent()
        && request
            .leaves()
            .map(left -> view.clusterId().map(ClusterId::toString).filter(left::equals).isPresent())
            .orElse(true);
  }

  Prescription prescription() {
    if (request.from().isPresent()) {
      return new Refusal(
          "--because-data-is-wrong goes back to a snapshot: name it with --snapshot, and leave out"
              + " --from.");
    }
    if (view.margin() < 0 && request.leaves().isEmpty()) {
      return new Refusal(
          found.sentence()
              + " --because-data-is-wrong is for a cluster that works. Leave it out: what is left"
              + " is looked at first, and --snapshot chooses.");
    }
    if (!request.off().members().isEmpty()) {
      return new Refusal(
          "--because-data-is-wrong stops every member, so each host has to be reached. Leave"
              + " --is-off out.");
    }
    return request.snapshot().isEmpty()
        ? new Refusal("Name the snapshot to go back to with --snapshot." + offered())
        : new RestorePrescription(view, request, found).back();
  }

  private String offered() {
    String newest =
        view.sources().stream()
            .filter(view::isOwn)
            .limit(OFFERED)
            .map(GoingBack::inWords)
            .collect(Collectors.joining("; "));
    return newest.isEmpty()
        ? " There is none of this cluster."
        : " The newest are " + newest + "; quorate snapshots lists all.";
  }

  private static String inWords(RestoreSource source) {
    return source.saved().file()
        + " ("
        + Amounts.moment(source.saved().savedAt())
        + ", revision "
        + source.revision()
        + ")";
  }
}
