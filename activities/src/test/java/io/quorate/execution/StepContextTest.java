package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.Permit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The permit for an effect that had to wait for a fetch. */
class StepContextTest {
  private final AtomicLong clock = new AtomicLong();
  private final Permit first = permit();

  @Test
  void theLookBeforeAFetchThatTookNoTimeIsGoodForTheEffect() {
    clock.addAndGet(Duration.ofMillis(1_900).toNanos());
    assertThat(context().afterFetching()).isSameAs(first);
  }

  @Test
  void afterAFetchThatTookLongTheGuardIsAskedAgain() {
    clock.addAndGet(Duration.ofMillis(2_100).toNanos());
    assertThat(context().afterFetching()).isNotSameAs(first);
  }

  private StepContext context() {
    StepContext any =
        PretendedContext.on(Voters.of(EtcdVersion.parse("3.6.16"), new MemberName("etcd-0")));
    return new StepContext(
        any.ports(),
        any.view(),
        first,
        any.attempt(),
        any.observer(),
        any.prepared(),
        this::permit);
  }

  private Permit permit() {
    return Permit.granted("test.12345678", Duration.ofSeconds(10), clock::get, () -> false);
  }
}
