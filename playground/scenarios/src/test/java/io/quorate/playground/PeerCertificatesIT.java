package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.machines.ChildJvm;
import io.quorate.wire.ShowJson;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The certificate that peers show each other has expired while the members were down: they start
 * and do not find each other. Their data is whole, so nothing is restored; new files bring them
 * together.
 */
@ParameterizedClass(name = "etcd {0}")
@MethodSource("minors")
@InTurn(5)
class PeerCertificatesIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();
  @TempDir static Path folder;

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int WRITES = 50;

  /** The exit code of a plan where no member answers. */
  private static final int UNREACHED = 5;

  private static final String RECOVERY = "majority-recovery";

  private PeerCertificates certificates;
  @Parameter String minor;

  private Stage stage;
  private ApprovedOperations operations;
  private Writes writes;

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.6", "3.4");
  }

  @BeforeEach
  void open() throws Exception {
    certificates = PeerCertificates.make(Files.createTempDirectory(folder, "tls"));
    stage = STAGES.with(minor, 3, 0, certificates.settings());
    stage.worker().awaitPolling(LIMIT);
    operations = new ApprovedOperations(stage, LIMIT);
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      writes = client.stop();
    }
    Remembered.await(stage.etcd());
    for (EtcdMember member : stage.etcd().members()) {
      member.kill();
    }
    certificates.expire();
  }

  @AfterEach
  void close() {
    operations.close();
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
        .contains("without a restart");

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

  private void nothingIsLost() throws Exception {
    List<URI> voters = stage.etcd().members().stream().map(EtcdMember::clientUrl).toList();
    assertThat(ReadBack.through(voters, writes.acknowledged()).lost()).isEmpty();
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    assertThat(LostMember.setAsideIn(stage.etcd())).isEmpty();
  }

  private ChildJvm.Ended quorate(String... words) throws Exception {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }
}
