package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuietSetsTest {
  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final AtomicLong seconds = new AtomicLong();
  private final QuietSets quiet =
      new QuietSets(
          world,
          new SetNames("default", List.of(SimulatedSets.SET)),
          () -> TimeUnit.SECONDS.toNanos(seconds.get()));

  @Test
  void asksForAWholeLookOnceAMinuteWhileNoMarkStands() {
    assertThat(look()).isTrue();
    seconds.set(59);
    assertThat(look()).isFalse();
    seconds.set(60);
    assertThat(look()).isTrue();
    seconds.set(65);
    assertThat(look()).isFalse();
  }

  @Test
  void asksForAWholeLookAtOnceWhenAnOperationTakesTheSetOver() {
    look();
    world.set.getMetadata().setAnnotations(Map.of(Marks.OPERATION, "orders.1"));

    assertThat(look()).isTrue();
    assertThat(look()).isTrue();
  }

  @Test
  void asksForAWholeLookWhileTheSetIsAway() {
    look();
    world.away = true;

    assertThat(look()).isTrue();
  }

  @Test
  void asksForAWholeLookWhileTheTemplateHasTheGate() {
    look();
    var template = world.set.getSpec().getTemplate().getSpec();
    template.setSchedulingGates(List.of(new PodSchedulingGate(Marks.HOLD)));

    assertThat(look()).isTrue();
  }

  @Test
  void asksForAWholeLookAgainAfterOneThatFailed() {
    look();
    seconds.set(60);
    assertThatThrownBy(
            () ->
                quiet.unlessAtRest(
                    () -> {
                      throw new Failure.Transient("the API server is busy");
                    }))
        .isInstanceOf(Failure.Transient.class);

    assertThat(look()).isTrue();
  }

  @Test
  void aMarkThatStaysForGoodAsksForNoMoreLooks() {
    look();
    world
        .set
        .getMetadata()
        .setAnnotations(Map.of(Marks.HOOK_HARMLESS, "1a", Marks.APPLIED_BY, "[]"));

    assertThat(look()).isFalse();
  }

  /** Whether a whole look was made. */
  private boolean look() {
    AtomicBoolean made = new AtomicBoolean();
    quiet.unlessAtRest(() -> made.set(true));
    return made.get();
  }
}
