package io.quorate.worker;

import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls to Temporal a second for each open question, by kind, while nothing happens: real Temporal,
 * a real etcd for each cluster, the emulator of Slack, worker and gateway in this process. The
 * clusters have one member each and lose it. A second measurement without clusters in trouble is
 * what the process costs anyway.
 */
class QuestionsBenchmark {
  private static final int CLUSTERS = Integer.getInteger("quorate.clusters", 50);
  private static final Duration SETTLED =
      Duration.ofSeconds(Integer.getInteger("quorate.settled", 150));
  private static final Duration MEASURED =
      Duration.ofSeconds(Integer.getInteger("quorate.measured", 120));
  private static final Pattern CALLS =
      Pattern.compile("temporal_(?:long_)?request_total\\{.*operation=\"(\\w+)\".*\\} ([0-9.E]+)");

  @TempDir private Path folder;

  @Test
  void callsOfQuestionsThatNobodyAnswers() throws Exception {
    List<String> clusters = IntStream.range(0, CLUSTERS).mapToObj("c%02d"::formatted).toList();
    String two = "required: {reversible: 2, irreversible: 2, destructive: 2}";
    try (var served = ServedQuorate.start(folder, clusters, 1, two)) {
      Map<String, Double> idle = measured(served, Duration.ofSeconds(20), Duration.ofSeconds(60));
      for (String cluster : clusters) {
        served.etcd(cluster).member("etcd-0").kill();
        served.alert(cluster, "etcdInsufficientMembers");
      }
      for (String cluster : clusters) {
        ShowJson asked =
            served.await(cluster, Duration.ofMinutes(10), one -> one.openApproval().isPresent());
        System.out.println(asked.operation());
      }
      Map<String, Double> open = measured(served, SETTLED, MEASURED);
      StringBuilder table = new StringBuilder("| call | a second | idle | a question |\n");
      double all = 0;
      for (var call : open.entrySet()) {
        double before = idle.getOrDefault(call.getKey(), 0.0);
        double each = (call.getValue() - before) / CLUSTERS;
        all += each;
        table.append(
            "| %s | %.2f | %.2f | %.4f |%n"
                .formatted(call.getKey(), call.getValue(), before, each));
      }
      table.append("| all | | | %.4f |%n".formatted(all));
      System.out.println(table);
      Files.writeString(Path.of("target/questions-benchmark.md"), table);
    }
  }

  private static Map<String, Double> measured(ServedQuorate served, Duration pause, Duration time)
      throws Exception {
    Thread.sleep(pause);
    Map<String, Double> before = calls(served);
    Thread.sleep(time);
    return calls(served).entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                call ->
                    (call.getValue() - before.getOrDefault(call.getKey(), 0.0)) / time.toSeconds(),
                (one, other) -> one,
                TreeMap::new));
  }

  private static Map<String, Double> calls(ServedQuorate served)
      throws IOException, InterruptedException {
    Map<String, Double> calls = new TreeMap<>();
    CALLS
        .matcher(served.metrics())
        .results()
        .forEach(
            call -> calls.merge(call.group(1), Double.parseDouble(call.group(2)), Double::sum));
    return calls;
  }
}
