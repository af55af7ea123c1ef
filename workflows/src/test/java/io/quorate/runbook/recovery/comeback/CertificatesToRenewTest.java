package io.quorate.runbook.recovery.comeback;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.cluster.TlsFailure.Certificate;
import io.quorate.cluster.TlsFailure.Reason;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.diagnosis.StatedOff;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Prescription;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions where TLS keeps Quorate out of members: the type decides, and no sentence does. */
class CertificatesToRenewTest {
  private static final String MEANINGLESS = "words that say nothing";
  private static final StatedOff NOBODY = new StatedOff(List.of());

  @ParameterizedTest
  @EnumSource
  void refusesToRecoverWhereTlsFailedWhateverTheReason(Reason reason) {
    ClusterView view = allSilent(tls(Certificate.UNKNOWN, reason, MEANINGLESS));

    assertThat(blind(view).sentence()).contains("because of certificates", MEANINGLESS);
    assertThat(UnobservableCluster.prescription(view, blind(view)))
        .isInstanceOf(Prescription.Refusal.class);
  }

  @ParameterizedTest
  @EnumSource
  void renewsTheClientCertificateOfQuorateOnlyWhereEtcdRefusesIt(Certificate whose) {
    ClusterView view = allSilent(tls(whose, Reason.EXPIRED, MEANINGLESS));

    List<String> advice = new UnobservableCluster.CertificatesToRenew(view).toRenew();
    assertThat(advice.getFirst())
        .startsWith(
            whose == Certificate.OURS
                ? "Renew the expired certificate that Quorate shows"
                : "Renew the expired certificate that etcd shows");
  }

  /** A certificate of a wrong CA or with a wrong name fails again when it is newer. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXPIRED")
  void saysTheFailureItselfWhereNoCertificateHasExpired(Reason reason) {
    ClusterView view = allSilent(tls(Certificate.THEIRS, reason, MEANINGLESS));

    assertThat(new UnobservableCluster.CertificatesToRenew(view).toRenew())
        .containsExactly("etcd-0, etcd-1 and etcd-2: " + MEANINGLESS + ".");
  }

  @Test
  void waitsWhereOnlyTheWordsSpeakOfCertificates() {
    String words = "no TLS connection: our certificate has expired";
    ClusterView view = allSilent(new Silence.Refused(words));

    assertThat(view.members()).allMatch(member -> member.tlsFailure().isEmpty());
    assertThat(blind(view).sentence()).doesNotContain("because of certificates");
    assertThat(new UnobservableCluster.CertificatesToRenew(view).keepQuorateOut()).isFalse();
    assertThat(UnobservableCluster.prescription(view, blind(view)))
        .isInstanceOf(Prescription.NotYet.class);
  }

  @Test
  void aFailedHandshakeContradictsTheStatementThatAMemberIsOff() {
    StatedOff off = new StatedOff(List.of(new MemberName("etcd-0")));
    Silence failed = tls(Certificate.THEIRS, Reason.EXPIRED, MEANINGLESS);

    assertThat(off.contradiction(allUnreached(failed)).orElseThrow()).contains("with TLS");
    assertThat(off.contradiction(allUnreached(new Silence.TimedOut(MEANINGLESS)))).isEmpty();
    assertThat(NOBODY.contradiction(allUnreached(failed))).isEmpty();
  }

  private static Silence tls(Certificate whose, Reason reason, String words) {
    return new Silence.Tls(words, new TlsFailure(whose, reason, Optional.empty(), words));
  }

  private static Unobservable blind(ClusterView view) {
    return (Unobservable) DiagnosisTable.diagnose(view);
  }

  private static ClusterView allSilent(Silence silence) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(DrawnMember::silent);
    return silenced(drawn, silence);
  }

  private static ClusterView allUnreached(Silence silence) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(DrawnMember::unreached);
    return silenced(drawn, silence);
  }

  private static ClusterView silenced(DrawnCluster drawn, Silence silence) {
    drawn.source = MembershipSource.NONE;
    drawn.members.forEach(member -> member.silence = silence);
    return drawn.view();
  }
}
