package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** etcd goes on hashing, and holding up writes, when the caller has left. */
class HashRequestsTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private long now;
  private int sent;
  private final HashRequests requests = new HashRequests(() -> now);

  @Test
  void anUnansweredHashCountsAsStillRunning() {
    assertThatThrownBy(this::askInVain).isInstanceOf(Failure.Transient.class);
    assertThatThrownBy(this::askInVain)
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("etcd-1 may still be hashing its keys");
    assertThat(sent).isEqualTo(1);
  }

  @Test
  void aHashIsAskedForThreeTimesAtMost() {
    for (int time = 0; time < 3; time++) {
      assertThatThrownBy(this::askInVain).isInstanceOf(Failure.Transient.class);
      pass(LIMIT);
    }
    assertThatThrownBy(this::askInVain)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("was asked 3 times");
    assertThat(sent).isEqualTo(3);
  }

  @Test
  void anAnswerEndsTheCount() {
    assertThatThrownBy(this::askInVain).isInstanceOf(Failure.Transient.class);
    pass(LIMIT);
    assertThat(ask(() -> 42)).isEqualTo(42);
    assertThat(ask(() -> 43)).isEqualTo(43);
  }

  /** An attempt that was taken for dead may still be waiting for its answer. */
  @Test
  void aMemberHashesForOneRequestAtATime() {
    Supplier<Integer> whileAnotherAsks = () -> ask(() -> 43);
    assertThatThrownBy(() -> ask(whileAnotherAsks))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessage("etcd-1 is hashing its keys for another request");
    assertThat(ask(() -> 44)).isEqualTo(44);
  }

  /** A member that refuses connections hashes nothing. */
  @Test
  void aHashWithARefusedConnectionCountsAsNotRunning() {
    Supplier<Integer> refused =
        () -> {
          throw new Failure.Transient("etcd-1 does not answer: connection refused");
        };
    assertThatThrownBy(() -> ask(refused)).isInstanceOf(Failure.Transient.class);
    assertThat(ask(() -> 42)).isEqualTo(42);
  }

  @Test
  void aHashIsAskedForAgainHalfAnHourAfterThreeVainRequests() {
    for (int time = 0; time < 3; time++) {
      assertThatThrownBy(this::askInVain).isInstanceOf(Failure.Transient.class);
      pass(LIMIT);
    }
    pass(Duration.ofMinutes(30));
    assertThat(ask(() -> 42)).isEqualTo(42);
  }

  private int askInVain() {
    return ask(
        () -> {
          sent++;
          pass(LIMIT);
          throw new Failure.Transient("etcd-1 did not answer: the deadline passed");
        });
  }

  private int ask(Supplier<Integer> request) {
    return requests.ask(MEMBER, LIMIT, request);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
