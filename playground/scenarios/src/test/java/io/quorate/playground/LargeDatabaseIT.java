package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.Kv;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A database of 1.5 GiB: what takes long is shown, and is no failure. */
@Order(Turn.FIRST)
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class LargeDatabaseIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final int MEBIBYTES = 1536;
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final Pattern FAR = Pattern.compile("etcd-1 has ([0-9,]+) of (1,[0-9]+) MiB");

  /** So few entries are kept that a newcomer gets the database, not the log. */
  private static final EtcdSettings LARGE =
      EtcdSettings.plain()
          .with("ETCD_QUOTA_BACKEND_BYTES", Long.toString(4L << 30))
          .with("ETCD_SNAPSHOT_COUNT", "100")
          .with("ETCD_EXPERIMENTAL_SNAPSHOT_CATCHUP_ENTRIES", "5");

  private record Put(String key, String value) {}

  @Test
  void aMemberOfALargeClusterIsReplacedAndShowSaysHowFarItsSuccessorIs() throws Exception {
    Stage stage = STAGES.with("3.5", 3, 0, LARGE);
    fill(stage);
    try (LostAgain person = LostAgain.of(stage, stage.etcd().member("etcd-1"))) {
      person.victim().kill();
      person.victim().destroyData();
      person.start(new StartJson("minority-replace", Map.of(), "alice"));
      person.awaitOperation("a question", LIMIT, now -> now.state().equals("waiting-for-approval"));
      person.approveInSlack();

      Set<String> seen = new TreeSet<>();
      ShowJson ended =
          person.awaitOperation(
              "the end",
              LIMIT,
              now -> {
                now.steps().forEach(step -> step.evidence().ifPresent(far -> note(far, seen)));
                return now.state().equals("completed") || now.state().equals("parked");
              });

      assertThat(ended.state()).as("%s", ended.because()).isEqualTo("completed");
      // On one machine it arrives within seconds: more than one figure is not seen for certain.
      assertThat(seen).as("progress that was shown").isNotEmpty();
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    }
  }

  private static void note(String evidence, Set<String> seen) {
    Matcher far = FAR.matcher(evidence);
    while (far.find()) {
      seen.add(far.group(1));
    }
  }

  private static void fill(Stage stage) throws Exception {
    String value = coded("v".repeat(1 << 20));
    try (HttpClient http = Kv.client()) {
      Kv kv = new Kv(stage.etcd().member("etcd-0").clientUrl(), http);
      for (int written = 0; written < MEBIBYTES; written++) {
        kv.post("/v3/kv/put", new Put(coded("/large/" + written), value), Duration.ofMinutes(1));
      }
    }
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
