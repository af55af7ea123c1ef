package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keepers at an API server that is busy. */
@Timeout(60)
class KeepersTest {
  private static final Answer BUSY =
      Answer.status(429, "TooManyRequests", "too many requests", "'retryAfterSeconds':1");
  private static final Answer NONE = Answer.status(404, "NotFound", "not found", "");

  @TempDir Path folder;

  private final KeeperOrder order = RightsTest.order("etcd");
  private FakeApiServer server;
  private ApiClients clients;

  @BeforeEach
  void begin() throws IOException {
    server = new FakeApiServer();
    clients = new ApiClients(Map.of());
  }

  @AfterEach
  void end() {
    clients.close();
    server.close();
  }

  private Keepers keepers(Duration patience) throws IOException {
    return new Keepers(clients.client(server.source(folder)), patience);
  }

  private void answers(Answer... all) {
    Deque<Answer> left = new ArrayDeque<>(List.of(all));
    server.answers(request -> left.removeFirst());
  }

  private List<String> asked() {
    return server.requests().stream().map(Request::method).toList();
  }

  private Answer ready() {
    Pod made = KeeperPod.of(order);
    made.getMetadata().setUid("u-1");
    return new Answer(
        200,
        Serialization.asJson(
            new PodBuilder(made)
                .withNewStatus()
                .withPhase("Running")
                .withContainerStatuses(
                    new ContainerStatusBuilder().withName("scripts").withReady(true).build())
                .endStatus()
                .build()));
  }

  @Test
  void aBusyApiServerIsAskedAgainAfterTheTimeThatItNames() throws IOException {
    answers(BUSY, ready());

    assertThat(keepers(Duration.ofSeconds(30)).ready(order)).isNotNull();
    assertThat(asked()).containsExactly("GET", "GET");
  }

  @Test
  void aKeeperThatABusyApiServerDidNotMakeIsMadeAfterAnotherLook() throws IOException {
    answers(NONE, BUSY, NONE, ready(), ready());

    assertThat(keepers(Duration.ofSeconds(30)).ready(order)).isNotNull();
    assertThat(asked()).containsExactly("GET", "POST", "GET", "POST", "GET");
  }

  @Test
  void nobodyWaitsLongerThanTheirPatience() throws IOException {
    answers(NONE, BUSY);
    Keepers impatient = keepers(Duration.ofMillis(900));

    assertThatThrownBy(() -> impatient.ready(order))
        .isInstanceOfSatisfying(
            Failure.Transient.class,
            busy -> assertThat(busy.after()).isEqualTo(Duration.ofSeconds(1)));
    assertThat(asked()).containsExactly("GET", "POST");
  }

  /** Outcome of a write without an answer: the next attempt looks. */
  @Test
  void aCreationWithoutAnAnswerIsNotSentAgain() throws IOException {
    answers(NONE, Answer.DROPPED);
    Keepers patient = keepers(Duration.ofSeconds(30));

    assertThatThrownBy(() -> patient.ready(order)).isInstanceOf(Failure.Unknown.class);
    assertThat(asked()).containsExactly("GET", "POST");
  }
}
