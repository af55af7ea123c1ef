package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.Kv;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that is left is the database of one member, without its log; it is full, its alarm is raised
 * and a downgrade is enabled in it. One yes makes a cluster of three of it that takes writes.
 */
class BurdenedSourceIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final EtcdSettings SMALL =
      EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", Integer.toString(20 << 20));
  private static final String KEY = "/jobs/large";
  private static final String VALUE = "v".repeat(100_000);
  private static final int MOST = 1_000;

  private record Put(String key, String value) {}

  private Stage stage;

  static Stream<String> minors() {
    return FaultMatrix.first("3.6", "3.7");
  }

  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void aDatabaseWithAnAlarmAndADowngradeIsRestoredAndCleared(String minor) throws Exception {
    stage = STAGES.with(minor, 3, 0, SMALL);
    stage.worker().awaitPolling(LIMIT);
    Remembered.await(stage.etcd());
    String older = "3." + (Integer.parseInt(minor.substring(2)) - 1);
    assertThat(stage.etcd().etcdctl("downgrade", "enable", older).succeeded()).isTrue();
    fill();
    for (EtcdMember member : stage.etcd().members().reversed()) {
      member.stop();
    }
    EtcdMember left = stage.etcd().member("etcd-0");
    Folders.delete(left.dataDirectory().resolve("member/wal"));
    stage.etcd().member("etcd-1").destroyData();
    stage.etcd().member("etcd-2").destroyData();

    ShowJson recovered = recovered();

    assertThat(recovered.steps())
        .filteredOn(step -> step.state().equals("done"))
        .extracting(ShowJson.StepJson::name)
        .contains("disarm-restored", "cancel-downgrade");
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    assertThat(stage.etcd().etcdctl("alarm", "list").output()).isEmpty();
    assertThat(stage.etcd().etcdctl("get", KEY, "--print-value-only").output()).contains(VALUE);
    put("a", "a");
  }

  private void fill() throws Exception {
    try {
      for (int written = 0; written < MOST; written++) {
        put(KEY, VALUE);
      }
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("database space exceeded");
    }
    assertThat(stage.etcd().etcdctl("alarm", "list").output()).contains("NOSPACE");
  }

  private void put(String key, String value) throws Exception {
    try (HttpClient http = Kv.client()) {
      new Kv(stage.etcd().member("etcd-0").clientUrl(), http)
          .post("/v3/kv/put", new Put(coded(key), coded(value)), Duration.ofSeconds(30));
    }
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private ShowJson recovered() throws Exception {
    var narrator = new Narrator(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    var approving = new Approving(stage, narrator, Approve.AUTO, Set.of());
    AtomicReference<Optional<ShowJson>> last = new AtomicReference<>(Optional.empty());
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      gateway.start(new StartJson("majority-recovery", Map.of(), "alice"));
      Await.until(
          "the recovery to complete",
          LIMIT,
          () -> {
            List<String> ids = gateway.operations();
            if (!ids.isEmpty()) {
              last.set(gateway.operation(ids.getFirst()).or(last::get));
            }
            last.get().ifPresent(approving::look);
            return last.get().filter(one -> one.state().equals("completed")).isPresent();
          });
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; it is " + last.get(), spent);
    }
    return last.get().orElseThrow();
  }
}
