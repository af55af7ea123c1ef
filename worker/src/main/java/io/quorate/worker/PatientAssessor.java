package io.quorate.worker;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.ObservationMemory;
import io.quorate.gateway.http.Assessor;
import io.quorate.observation.Observer;
import io.quorate.observation.Polling;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Looks at a cluster before an operation is started, for some seconds if the runbook needs them:
 * most refusals are known by then, and need no operation. The assessor compares no data, which
 * takes minutes where databases are large; a runbook that needs the comparison says so, and its
 * operation compares.
 */
final class PatientAssessor implements Assessor {
  private static final Duration WORTH_WAITING = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final Clusters clusters;
  private final Clock clock;
  private final ApprovalPolicy policy;

  PatientAssessor(Clusters clusters, Clock clock, ApprovalPolicy policy) {
    this.clusters = clusters;
    this.clock = clock;
    this.policy = policy;
  }

  @Override
  public Prescription prescribe(ClusterKey cluster, String runbook, Options options) {
    Looks looks = new Looks(cluster, runbook, options, clock.instant().plus(WORTH_WAITING));
    return Polling.every(BETWEEN_LOOKS).untilKnown(looks::next);
  }

  /** The looks of one question; each look gets what the look before remembers. */
  private final class Looks {
    private final ClusterKey cluster;
    private final String runbook;
    private final Options options;
    private final Instant limit;
    private ObservationMemory before = ObservationMemory.NONE;

    Looks(ClusterKey cluster, String runbook, Options options, Instant limit) {
      this.cluster = cluster;
      this.runbook = runbook;
      this.options = options;
      this.limit = limit;
    }

    /** The prescription; empty while the runbook says that it will know more before the limit. */
    Optional<Prescription> next() {
      ClusterView view =
          new Observer(clusters.ports(cluster), clock).look(before, ObservationDepth.USUAL);
      before = view.remembered();
      Prescription prescription = Runbooks.prescribe(runbook, options, view, policy);
      return prescription instanceof NotYet later && !later.until().isAfter(limit)
          ? Optional.empty()
          : Optional.of(prescription);
    }
  }
}
