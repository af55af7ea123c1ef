package io.quorate.worker;

import io.quorate.lab.machine.Await;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seconds from a question to its message in Slack, and from a click to its answer, while 50
 * questions are open: real Temporal, a real etcd for each cluster, the emulator of Slack, worker
 * and gateway in this process. The clusters have one member each and lose it, 2 s apart. Each
 * question needs two yeses, so that all stay open.
 */
class ClickBenchmark {
  private static final int CLUSTERS = Integer.getInteger("quorate.clusters", 50);
  private static final Duration LIMIT = ServedQuorate.LIMIT;
  private static final Duration APART = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(10);

  @TempDir private Path folder;

  @Test
  void fromTheQuestionToThePushAndFromTheClickToTheAnswer() throws Exception {
    List<String> clusters = IntStream.range(0, CLUSTERS).mapToObj("c%02d"::formatted).toList();
    String two = "required: {reversible: 2, irreversible: 2, destructive: 2}";
    try (var served = ServedQuorate.start(folder, clusters, 1, two)) {
      List<Double> pushes = new ArrayList<>();
      for (String cluster : clusters) {
        served.etcd(cluster).member("etcd-0").kill();
        served.alert(cluster, "etcdInsufficientMembers");
        Thread.sleep(APART);
      }
      for (String cluster : clusters) {
        pushes.add(told(served, cluster));
      }
      List<Double> counted = new ArrayList<>();
      List<Double> refused = new ArrayList<>();
      for (ChannelMessage question : questions(served)) {
        refused.add(clicked(served.slack, question, Person.STRANGER));
        counted.add(clicked(served.slack, question, Person.DANA));
      }
      List<Double> last = new ArrayList<>();
      for (ChannelMessage question : questions(served)) {
        last.add(clicked(served.slack, question, Person.ROBIN));
      }
      String table =
          "| seconds, "
              + CLUSTERS
              + " questions open | median | p99 | worst |\n|---|---|---|---|\n"
              + row("from the question to its message in Slack", pushes)
              + row("from a click that counts to its answer", counted)
              + row("from the click of somebody who may not to the answer", refused)
              + row("from the second yes, after which the plan runs, to its answer", last);
      System.out.println(table);
      Files.writeString(Path.of("target/click-benchmark.md"), table);
    }
  }

  /** Returns how long the message of the cluster's question took. */
  private static double told(ServedQuorate served, String cluster) throws Exception {
    ShowJson asked =
        served.await(cluster, Duration.ofMinutes(5), one -> one.openApproval().isPresent());
    ChannelMessage message =
        served.slack.awaitMessage(LIMIT, one -> valueOf(one).contains(asked.operation()));
    Instant since = asked.openApproval().orElseThrow().askedAt();
    return Duration.between(since, at(message.ts())).toMillis() / 1000.0;
  }

  private static List<ChannelMessage> questions(ServedQuorate served) {
    return served.slack.messages().stream()
        .filter(one -> one.buttons().contains(ButtonValue.APPROVE))
        .toList();
  }

  private static String valueOf(ChannelMessage message) {
    return message.valueOf(ButtonValue.APPROVE).orElse("");
  }

  private static double clicked(SlackEmulator slack, ChannelMessage question, Person person)
      throws InterruptedException {
    long before = heard(slack, person);
    long start = System.nanoTime();
    var acknowledged = slack.click(question, ButtonValue.APPROVE, person);
    Await.until("an answer to the click", LIMIT, PAUSE, () -> heard(slack, person) > before);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!acknowledged.join()) {
      throw new IllegalStateException("the click was not acknowledged");
    }
    return seconds;
  }

  private static long heard(SlackEmulator slack, Person person) {
    return slack.whispers().stream().filter(one -> one.to().equals(person)).count();
  }

  private static Instant at(String ts) {
    String[] parts = ts.split("\\.");
    return Instant.ofEpochSecond(Long.parseLong(parts[0]), Long.parseLong(parts[1]) * 1_000);
  }

  private static String row(String what, List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f |%n",
        what,
        sorted.get(sorted.size() / 2),
        sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1),
        sorted.getLast());
  }
}
