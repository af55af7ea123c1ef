package io.quorate.worker;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.carrier.Observer;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Sightings;
import io.quorate.gateway.http.Assessor;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.port.Failure;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Looks before an operation is started. What needs a few seconds to be sure is looked at for so
 * long: most refusals are known by then, and need no operation.
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
    Instant limit = clock.instant().plus(WORTH_WAITING);
    Sightings before = Sightings.NONE;
    while (true) {
      ClusterView view =
          new Observer(clusters.ports(cluster), clock).look(before, Runbooks.scrutiny(runbook));
      Prescription prescription = Runbooks.prescribe(runbook, options, view, policy);
      if (!(prescription instanceof NotYet later) || later.until().isAfter(limit)) {
        return prescription;
      }
      before = view.sightings();
      rest();
    }
  }

  private static void rest() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("the look was interrupted", interrupted);
    }
  }
}
