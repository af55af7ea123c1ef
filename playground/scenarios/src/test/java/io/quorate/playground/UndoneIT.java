package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A snapshot is restored that is further than a survivor's data. The restore is undone while nobody
 * has written. The survivor's old data is back byte for byte, and the snapshot is restored again.
 * After a client has written, the undo of the second restore is refused.
 */
@InTurn(11)
class UndoneIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int WRITES = 50;

  /** Steps of an undo that change something. */
  private static final List<String> UNDO =
      List.of(
          "stop-restored",
          "leave-restored-directory",
          "put-back-directory",
          "return-to-old-cluster");

  private Stage stage;
  private ApprovedOperations operations;

  @ParameterizedTest
  @MethodSource("io.quorate.playground.FaultMatrix#minors")
  void aRestoreIsUndoneUntilAClientWrites(String minor) throws Exception {
    var scenario = new StaleSurvivor();
    stage = STAGES.forScenario(scenario, minor);
    stage.worker().awaitPolling(LIMIT);
    operations = new ApprovedOperations(stage, LIMIT);
    Writes writes = writtenUntilBroken(scenario);
    EtcdMember survivor =
        stage.etcd().members().stream()
            .filter(member -> Files.exists(member.dataDirectory().resolve("member")))
            .findFirst()
            .orElseThrow();
    SortedMap<String, String> old = sums(survivor.dataDirectory());

    ShowJson restore = operations.recovery();
    assertThat(sums(survivor.dataDirectory())).isNotEqualTo(old);

    stage.worker().killAt(FaultMatrix.around(UNDO));
    ShowJson undo = undone(restore.operation());
    assertThat(stage.worker().notReached()).as("the worker was killed at each step").isEmpty();
    STAGES.record("undo");
    assertThat(undo.steps())
        .extracting(ShowJson.StepJson::state)
        .isSubsetOf("done", "already-done");
    assertThat(sums(survivor.dataDirectory())).isEqualTo(old);
    assertThat(stage.etcd().members()).noneMatch(EtcdMember::isRunning);
    for (EtcdMember member : stage.etcd().members()) {
      assertThat(Files.exists(member.dataDirectory())).isEqualTo(member.equals(survivor));
    }
    assertThat(quorate("record", Stage.CLUSTER).out())
        .contains("undid the restore of " + restore.operation());
    ChildJvm.Ended again = quorate("undo", restore.operation(), "--as", "alice");
    assertThat(again.out()).contains("is undone");

    ShowJson second = operations.recovery();
    List<URI> voters = stage.etcd().members().stream().map(EtcdMember::clientUrl).toList();
    ReadBack.Missing missing = ReadBack.through(voters, writes.acknowledged());
    assertThat(missing.lost()).hasSizeLessThanOrEqualTo((int) scenario.mayLose());
    written();
    ChildJvm.Ended refused = quorate("undo", second.operation(), "--as", "alice");
    assertThat(refused.out()).contains("are not Quorate's").contains("going back would lose them");
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(stage.etcd().members()).allMatch(EtcdMember::isRunning);
    operations.close();
  }

  /** Some writes of a client, which has ended again. */
  private Writes written() throws Exception {
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      return client.stop();
    }
  }

  private Writes writtenUntilBroken(Scenario scenario) throws Exception {
    try (WritingClient client = stage.write()) {
      Await.until("some writes", LIMIT, () -> client.acknowledged() >= WRITES);
      scenario.breakIt(stage.etcd(), Inspection.of(stage.etcd(), scenario.size()));
      return client.stop();
    }
  }

  private ShowJson undone(String operation) throws Exception {
    Set<String> earlier = operations.earlier();
    ChildJvm.Ended started = quorate("undo", operation, "--as", "alice");
    assertThat(started.exitCode()).as(started.out() + started.err()).isZero();
    return operations.completed(earlier);
  }

  private ChildJvm.Ended quorate(String... words) throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }

  /** The SHA-256 of every file. */
  private static SortedMap<String, String> sums(Path folder) throws Exception {
    SortedMap<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        sums.put(folder.relativize(file).toString(), HexFormat.of().formatHex(sum));
      }
    }
    return sums;
  }
}
