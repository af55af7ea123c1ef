package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The certificate that peers show each other has expired while the members were down: they start
 * and do not find each other. Their data is whole, so nothing is restored; new files bring them
 * together.
 */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("io.quorate.playground.AfterWrites#minors")
@InTurn(5)
class PeerCertificatesIT extends AfterWrites {
  @TempDir static Path folder;

  /** The exit code of a plan where no member answers. */
  private static final int UNREACHED = 5;

  private PeerCertificates certificates;

  @Override
  EtcdSettings settings() throws Exception {
    certificates = PeerCertificates.make(Files.createTempDirectory(folder, "tls"));
    return certificates.settings();
  }

  @BeforeEach
  void expire() throws Exception {
    killAll();
    certificates.expire();
  }

  @Test
  void ofMembersThatRunAndDoNotFindEachOtherTheFilesToRenewAreNamed() throws Exception {
    for (EtcdMember member : stage.etcd().members()) {
      member.start();
    }
    ChildJvm.Ended plan = quorate("plan", RECOVERY, Stage.CLUSTER);
    assertThat(plan.exitCode()).as(plan.said()).isEqualTo(UNREACHED);
    assertThat(plan.said())
        .contains("The certificates that peers show each other may have expired")
        .contains(certificates.file() + " (ETCD_PEER_CERT_FILE) on etcd-0, etcd-1 and etcd-2")
        .contains("Do not restart etcd");

    certificates.renew();
    for (EtcdMember member : stage.etcd().members()) {
      member.awaitServing(LIMIT);
    }
    nothingIsLost();
    assertThat(operations.earlier()).isEmpty();
  }

  @Test
  void membersThatAreStartedWaitForQuorumAndGoOnOnceTheFileIsRenewed() throws Exception {
    Set<String> earlier = operations.earlier();
    operations.start(RECOVERY);
    operations.until(
        earlier,
        "wait for quorum",
        now ->
            now.steps().stream()
                .anyMatch(
                    step -> step.name().equals("await-quorum") && step.state().equals("running")));
    ChildJvm.Ended plan = quorate("plan", RECOVERY, Stage.CLUSTER);
    assertThat(plan.said()).contains(certificates.file() + " (ETCD_PEER_CERT_FILE)");

    certificates.renew();
    ShowJson done = operations.completed(earlier);
    assertThat(done.round()).isEqualTo(1);
    nothingIsLost();
  }

  @Override
  void nothingIsLost() throws Exception {
    super.nothingIsLost();
    assertThat(LostMember.setAsideIn(stage.etcd())).isEmpty();
  }
}
