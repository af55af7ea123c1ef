package io.quorate.worker;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.gateway.http.Assessor;
import io.quorate.observation.Observer;
import io.quorate.observation.PatientAnswer;
import io.quorate.observation.Polling;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Looks at a cluster before an operation is started, for some seconds if the runbook needs them:
 * most refusals are known by then, and need no operation. The assessor compares no data, which
 * takes minutes where databases are large; a runbook that needs the comparison says so, and its
 * operation compares.
 */
record PatientAssessor(Clusters clusters, Clock clock, ApprovalPolicy policy) implements Assessor {
  /**
   * Time after which no further look begins. A look at members that hang takes 15 s, and the
   * gateway gives the answer 30 s.
   */
  private static final Duration TIME_TO_LOOK = Duration.ofSeconds(10);

  @Override
  public Prescription prescribe(ClusterKey cluster, String runbook, Options options) {
    Observer observer = new Observer(clusters.ports(cluster), clock);
    LookScope scope = Runbooks.scope(runbook, options).quick();
    return PatientAnswer.of(
            before -> observer.look(before, scope),
            view -> Runbooks.prescribe(runbook, options, view, policy),
            new WaitingRequest(clock.instant().plus(TIME_TO_LOOK)))
        .prescription();
  }

  /** The request that waits for the answer, also while no member can be observed. */
  private record WaitingRequest(Instant patientUntil) implements PatientAnswer.Waiting {
    @Override
    public boolean isWorthIt(ClusterView view) {
      return !view.at().isAfter(patientUntil);
    }

    @Override
    public void rest(Duration pause, NotYet meanwhile) {
      Polling.sleep(pause);
    }
  }
}
