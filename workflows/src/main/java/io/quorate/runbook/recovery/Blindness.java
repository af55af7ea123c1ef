package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterView;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import java.time.Duration;

/** What a recovery answers where too little was seen to say that quorum is lost. */
final class Blindness {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private Blindness() {}

  /**
   * The refusal where certificates are why nobody gets in: the data is whole, and every restart
   * makes it worse (docs/etcd.md#certificates); else a wait.
   */
  static Prescription prescription(ClusterView view, Unobservable blind) {
    boolean certificates =
        view.members().stream().anyMatch(member -> member.tlsTrouble().isPresent());
    return certificates
        ? new Refusal(
            blind.sentence()
                + " The data is where it was: restore nothing and restart nobody. Put new"
                + " certificates of the same CA in place of the old files on every member; etcd"
                + " reads them at the next connection, without a restart. Where the CA itself has"
                + " expired, all members stop, get new files, and start again.")
        : new NotYet(blind.sentence(), view.at().plus(LOOK_SOON));
  }
}
