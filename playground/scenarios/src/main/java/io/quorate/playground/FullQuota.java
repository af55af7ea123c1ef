package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;

/** A scenario in which somebody writes until the quota is reached, and etcd refuses all writes. */
final class FullQuota implements Scenario {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long QUOTA_BYTES = 32L << 20;
  private static final int VALUE_BYTES = 1_000_000;
  private static final int MOST = 100;

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofAlert(
        "etcdDatabaseQuotaLowSpace",
        "critical",
        "no-space",
        "Somebody fills the databases to their quota; they are made writable again.",
        List.of(
            "save-snapshot",
            "count-keys",
            "ask-approval",
            "compact",
            "defragment",
            "await-voting",
            "move-leader",
            "disarm-alarm",
            "verify-cluster"));
  }

  @Override
  public EtcdSettings settings(String minor) {
    return EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", "" + QUOTA_BYTES);
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
      for (int written = 0; written < MOST; written++) {
        member.put("/jobs/large", new byte[VALUE_BYTES], LIMIT);
      }
    } catch (IOException refused) {
      if (!String.valueOf(refused.getMessage()).contains("database space exceeded")) {
        throw refused;
      }
      return "somebody writes 1 MB again and again to /jobs/large, until etcd refuses all writes";
    }
    throw new IOException(MOST + " MB did not reach the quota");
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    try (HttpClient http = Kv.client()) {
      new Kv(cluster.members().getFirst().clientUrl(), http).put("a", new byte[] {'a'}, LIMIT);
      return List.of();
    } catch (IOException refused) {
      return List.of("a write is still refused: " + refused.getMessage());
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return List.of("called off");
    }
  }
}
