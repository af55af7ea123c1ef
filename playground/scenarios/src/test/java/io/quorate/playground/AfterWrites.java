package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.operated.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;

/** Tests that begin with a cluster of their own, which clients wrote to and Quorate remembers. */
abstract class AfterWrites {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  static final Duration LIMIT = Duration.ofMinutes(4);
  static final String RECOVERY = "majority-recovery";
  private static final int WRITES = 50;

  @Parameter String minor;
  Stage stage;
  ApprovedOperations operations;
  Writes writes;

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.6", "3.4");
  }

  EtcdSettings settings() throws Exception {
    return EtcdSettings.plain();
  }

  @BeforeEach
  void open() throws Exception {
    stage = STAGES.with(minor, 3, 0, settings());
    stage.worker().awaitPolling(LIMIT);
    operations = new ApprovedOperations(stage, LIMIT);
    writes = written();
    Remembered.await(stage.etcd());
  }

  @AfterEach
  void close() {
    operations.close();
  }

  Writes written() throws Exception {
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      return client.stop();
    }
  }

  void killAll() throws IOException, InterruptedException {
    for (EtcdMember member : stage.etcd().members()) {
      member.kill();
    }
  }

  void nothingIsLost() throws Exception {
    List<URI> voters = stage.etcd().members().stream().map(EtcdMember::clientUrl).toList();
    assertThat(ReadBack.through(voters, writes.acknowledged()).lost()).isEmpty();
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
  }

  EtcdMember member(int number) {
    return stage.etcd().member("etcd-" + number);
  }

  ChildJvm.Ended quorate(String... words) throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }
}
