package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scenario in which many values were written, overwritten and compacted, so that the databases
 * are mostly free pages.
 */
final class Fragmented implements Scenario {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int VALUES = 160;
  private static final int VALUE_BYTES = 1_000_000;
  private static final long MOST_BYTES = 60_000_000;

  private record Compaction(long revision, boolean physical) {}

  private record Answer(Header header) {}

  private record Header(long revision) {}

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofRequest(
        "defragment",
        Map.of(),
        "defragment",
        "The databases are mostly free pages; each gives them back, the leader last.",
        List.of("ask-approval", "defragment", "await-voting", "move-leader", "verify-cluster"));
  }

  /** Quorate refuses to defragment 3.4.23 beside other members (ETCD-20650). */
  @Override
  public List<String> minors() {
    return List.of("3.5", "3.6", "3.7");
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    try (HttpClient http = Kv.client()) {
      Kv member = new Kv(cluster.members().getFirst().clientUrl(), http);
      String answer = "";
      for (int written = 0; written < VALUES; written++) {
        answer = member.put("/large", new byte[VALUE_BYTES], LIMIT);
      }
      long revision = Json.read(answer, Answer.class).orElseThrow().header().revision();
      member.post("/v3/kv/compaction", new Compaction(revision, true), LIMIT);
    }
    return VALUES + " MB are written to one key, and all but the last are compacted away";
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    for (EtcdMember member : cluster.members()) {
      Path database = member.dataDirectory().resolve("member").resolve("snap").resolve("db");
      if (Files.size(database) > MOST_BYTES) {
        differences.add(
            "the database of " + member.name() + " still has " + Files.size(database) + " bytes");
      }
    }
    return differences;
  }
}
