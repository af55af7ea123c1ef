package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.lab.machine.Await;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.operation.OperationNames;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.quorate.slack.SlackChannel;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Forty clusters that are lost at once, in front of a Slack that takes one message a second: a
 * worker in a process of its own tells people, and is killed in the middle.
 */
@Timeout(240)
class ManyClustersIT extends NotifierOutside {
  private static final int CLUSTERS = 40;
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Forty messages, a second apart, and two starts of a process. */
  private static final Duration ALL = Duration.ofSeconds(150);

  @BeforeEach
  void throttle() {
    slack.faults().forgetClientIds();
    slack.faults().atMostEvery("chat.postMessage", Duration.ofMillis(900));
  }

  @Test
  void people_see_every_cluster_within_seconds_and_each_is_asked_about_once() throws Exception {
    List<ClusterKey> clusters =
        IntStream.range(0, CLUSTERS)
            .mapToObj(number -> new ClusterKey("c%02d".formatted(number)))
            .toList();
    List<WorkflowStub> operations = clusters.stream().map(this::asking).toList();
    try (NotifierChild first = child(SlackChannel.DISTANCE)) {
      slack.awaitMessage(Duration.ofSeconds(60), any -> true);
      Await.until(
          "every cluster to be named", SOON, () -> clusters.stream().allMatch(this::isSeen));
      assertThat(questions()).as("the summary named most of them").isLessThan(15);
      take(operations.getLast());
      slack.awaitMessage(SOON, message -> isQuestion(message, clusters.getLast()));
      assertThat(questions()).as("the taken cluster did not wait for its turn").isLessThan(30);
      first.kill();
    }

    try (NotifierChild second = child(SlackChannel.DISTANCE)) {
      Await.until("a question of each", ALL, () -> questions() >= CLUSTERS);
      assertThat(second).isNotNull();
    }
    assertThat(slack.messages())
        .filteredOn(message -> message.text().contains("clusters need people"))
        .hasSize(1);
    assertThat(clusters)
        .allSatisfy(
            cluster ->
                assertThat(slack.messages())
                    .filteredOn(message -> isQuestion(message, cluster))
                    .hasSize(1));
    assertThat(slack.mentions()).as("who was woken how often").hasSizeLessThan(CLUSTERS / 2);
  }

  private boolean isSeen(ClusterKey cluster) {
    return slack.messages().stream().anyMatch(message -> message.text().contains(cluster.value()));
  }

  private static boolean isQuestion(ChannelMessage message, ClusterKey cluster) {
    return message.threadTs().isEmpty()
        && message.metadata().toString().contains("\"operation\":\"" + cluster + ".");
  }

  private long questions() {
    return slack.messages().stream()
        .filter(message -> message.metadata().toString().contains("\"keys\":\"question."))
        .count();
  }

  private static void take(WorkflowStub operation) {
    operation.update(
        OperationNames.TAKE,
        Request.Answer.class,
        new Taken("dana", "command line", Instant.now()));
  }
}
