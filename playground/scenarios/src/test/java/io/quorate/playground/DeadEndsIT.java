package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.Kv;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States in which runbooks once sent to each other, and what leads out of them. */
@Order(Turn.FIRST)
@InTurn(2)
class DeadEndsIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final String QUOTA = "ETCD_QUOTA_BACKEND_BYTES";
  private static final String TWENTY = QUOTA + "=" + (20 << 20);
  private static final EtcdSettings SMALL =
      EtcdSettings.plain().with(QUOTA, Integer.toString(20 << 20));
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int VALUE_BYTES = 100_000;
  private static final int MOST = 1_000;

  private record Put(String key, String value) {}

  private record Alarmed(String action, String memberID, String alarm) {}

  static Stream<String> olderFirst() {
    return FaultMatrix.oneOf("3.5", "3.7");
  }

  static Stream<String> newerFirst() {
    return FaultMatrix.oneOf("3.7", "3.4");
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("olderFirst")
  void liveKeysAboveTheQuotaStopTheOperationUntilTheQuotaIsLarger(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 3, 0, SMALL);
    fill(stage, "/jobs/%d");
    try (LostAgain person = LostAgain.of(stage, stage.etcd().member("etcd-0"))) {
      person.start(of("clear-nospace")).approveInSlack();
      ShowJson full = person.awaitState("stopped");
      assertThat(full.because()).contains(" of 20 MiB of etcd-");
      assertThat(full.code()).hasValue("live-keys-fill-it");
      assertThat(full.todo()).anyMatch(todo -> todo.contains("quorate start rolling-restart"));
      assertThat(full.round()).as("said in the first round").isEqualTo(1);
      assertThat(defragmented(full)).as("the others are not stalled for nothing").hasSize(1);

      for (EtcdMember member : stage.etcd().members()) {
        Path file = member.files().environmentFile();
        Files.writeString(file, Files.readString(file).replace(TWENTY, QUOTA + "=" + (64 << 20)));
      }
      person.start(of("rolling-restart")).approveInSlack();
      person.awaitState("completed");
      person.start(of("clear-nospace")).approveInSlack();
      ShowJson cleared = person.awaitState("completed");

      assertThat(cleared.steps()).noneMatch(step -> step.name().equals("defragment"));
      put(stage, "a", "a");
    }
  }

  private static Set<String> defragmented(ShowJson operation) {
    return operation.steps().stream()
        .filter(step -> step.name().equals("defragment") && step.state().equals("done"))
        .map(ShowJson.StepJson::sentence)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("newerFirst")
  void theOnlyVoterIsClearedOfNospace(String minor) throws Exception {
    clears(STAGES.with(minor, 1, 0, SMALL));
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("olderFirst")
  void twoVotersAreClearedOfNospace(String minor) throws Exception {
    clears(STAGES.with(minor, 2, 0, SMALL));
  }

  private static void clears(Stage stage) throws Exception {
    fill(stage, "/jobs/large");
    try (LostAgain person = LostAgain.of(stage, stage.etcd().member("etcd-0"))) {
      person.start(of("clear-nospace")).approveInSlack();
      person.awaitState("completed");
      put(stage, "a", "a");
    }
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("newerFirst")
  void aClusterWithSparesReplacesARemovedVoterAndALostVoterUnderCorrupt(String minor)
      throws Exception {
    Stage stage = STAGES.with(minor, 3, 2, EtcdSettings.plain());
    try (LostAgain person = LostAgain.of(stage, stage.etcd().member("etcd-2"))) {
      String id = person.idOfVictim();
      EtcdMember removed = person.victim();
      Await.until("etcd to take a change", LIMIT, () -> removes(stage, id));
      Await.until("etcd-2 to end", LIMIT, () -> !removed.isRunning());
      removed.destroyData();

      var status = person.quorate("status", Stage.CLUSTER);
      assertThat(status.out()).contains("which has 2 voters: one of them is missing");
      var scale = person.quorate("plan", "scale", Stage.CLUSTER, "--members", "3");
      assertThat(scale.out()).as(scale.err()).contains("Promote etcd-2 to voter");
      person.start(of("minority-replace")).approveInSlack();
      person.awaitState("completed");

      corrupt(stage);
      EtcdMember lost = stage.etcd().member("etcd-1");
      lost.kill();
      lost.destroyData();
      person.start(of("repair-corrupt-member")).approveInSlack();
      person.awaitState("completed");
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
      assertThat(stage.etcd().etcdctl("alarm", "list").output()).isEmpty();
    }
  }

  /**
   * Whether etcd has removed a member. A cluster that has just started refuses that for 5 s, and a
   * removal whose answer got lost is refused the next time.
   */
  private static boolean removes(Stage stage, String id) throws InterruptedException {
    try {
      stage.etcd().etcdctl("member", "remove", id);
      var left = stage.etcd().etcdctl("member", "list");
      return left.succeeded() && !left.output().contains(id);
    } catch (IOException refused) {
      return false;
    }
  }

  private static StartJson of(String runbook) {
    return new StartJson(runbook, Map.of(), "alice");
  }

  /** Writes keys of 0.1 MB, named with a number where the pattern has room for one. */
  private static void fill(Stage stage, String pattern) throws Exception {
    try {
      for (int written = 0; written < MOST; written++) {
        put(stage, pattern.formatted(written), "v".repeat(VALUE_BYTES));
      }
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("database space exceeded");
    }
  }

  private static void put(Stage stage, String key, String value) throws Exception {
    post(stage, "/v3/kv/put", new Put(coded(key), coded(value)));
  }

  /** Raises the alarm as a check of etcd does that was wrong, or whose cause is gone. */
  private static void corrupt(Stage stage) throws Exception {
    post(stage, "/v3/maintenance/alarm", new Alarmed("ACTIVATE", "0", "CORRUPT"));
  }

  private static void post(Stage stage, String path, Object body) throws Exception {
    try (HttpClient http = Kv.client()) {
      new Kv(stage.etcd().member("etcd-0").clientUrl(), http).post(path, body, LIMIT);
    }
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
