package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
    assertThat(quiet.rest()).isFalse();
    seconds.set(59);
    assertThat(quiet.rest()).isTrue();
    seconds.set(60);
    assertThat(quiet.rest()).isFalse();
    seconds.set(65);
    assertThat(quiet.rest()).isTrue();
  }

  @Test
  void asksForAWholeLookAtOnceWhenAnOperationTakesTheSetOver() {
    quiet.rest();
    world.set.getMetadata().setAnnotations(Map.of(Marks.OPERATION, "orders.1"));

    assertThat(quiet.rest()).isFalse();
    assertThat(quiet.rest()).isFalse();
  }

  @Test
  void asksForAWholeLookWhileTheSetIsAway() {
    quiet.rest();
    world.away = true;

    assertThat(quiet.rest()).isFalse();
  }

  @Test
  void asksForAWholeLookWhileTheTemplateHasTheGate() {
    quiet.rest();
    var template = world.set.getSpec().getTemplate().getSpec();
    template.setSchedulingGates(List.of(new PodSchedulingGate(Marks.HOLD)));

    assertThat(quiet.rest()).isFalse();
  }
}
