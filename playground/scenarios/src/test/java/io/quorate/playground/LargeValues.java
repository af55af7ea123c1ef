package io.quorate.playground;

import io.quorate.lab.load.Kv;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Values that make a database large. */
final class LargeValues {
  /** Size of each value. */
  static final int BYTES = 10_000;

  private static final int AT_ONCE = 100;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private record Put(String key, String value) {}

  private record Asked(Put requestPut) {}

  private record Transaction(List<Asked> success) {}

  private LargeValues() {}

  /** Puts so many keys, a hundred at once. */
  static void put(Stage stage, int keys) throws Exception {
    String value = coded("v".repeat(BYTES));
    try (HttpClient http = Kv.client()) {
      Kv kv = new Kv(stage.etcd().members().getFirst().clientUrl(), http);
      for (int key = 0; key < keys; key += AT_ONCE) {
        List<Asked> puts = new ArrayList<>();
        for (int next = key; next < key + AT_ONCE; next++) {
          puts.add(new Asked(new Put(coded("/load/" + next), value)));
        }
        kv.post("/v3/kv/txn", new Transaction(puts), LIMIT);
      }
    }
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
