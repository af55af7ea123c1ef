package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterLock;
import io.quorate.port.Permit;
import io.quorate.port.Takeover;
import io.quorate.step.Reason;
import io.quorate.workload.WorkloadControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Leftovers of a cluster whose lock two installations want. */
class HoldLeftoversTest {
  private final List<String> calls = new ArrayList<>();
  private final PretendedVoters voters = new PretendedVoters();
  private boolean isOurs = true;
  private boolean losesLock;
  private boolean answers = true;
  private long now;
  private final ClusterTask task =
      new HoldLeftovers(key -> voters.ports().platform(), this::isOver, "here", () -> now).task();

  HoldLeftoversTest() {
    voters.lock = new Lock();
    voters.takeover = new Tidied();
  }

  private boolean isOver(ClusterKey cluster, String operation) {
    calls.add("asked for " + operation);
    isOurs = !losesLock;
    return answers && cluster.equals(PretendedVoters.MAIN) && operation.equals("main.1a2b3c4d");
  }

  private void turn() {
    task.turn(PretendedVoters.MAIN, () -> false);
  }

  @Test
  void theLockIsRenewedBeforeAnythingIsClearedOrHandedBack() {
    turn();
    assertThat(calls)
        .containsExactly(
            "kept for here",
            "cleared",
            "asked for main.1a2b3c4d",
            "kept for here",
            "handed back main.1a2b3c4d",
            "asked for main.5e6f7a8b",
            "kept for here");
  }

  /** Each set of a cluster would wait for Temporal, and the lock runs out after 20 s. */
  @Test
  void aTemporalThatIsAwayIsAskedOnceAMinuteAndTheLockIsRenewedMeanwhile() {
    answers = false;
    turn();
    assertThat(calls)
        .containsExactly("kept for here", "cleared", "asked for main.1a2b3c4d", "kept for here");

    calls.clear();
    now = Duration.ofMinutes(1).toNanos() - 1;
    turn();
    assertThat(calls).containsExactly("kept for here", "cleared");

    now++;
    turn();
    assertThat(calls).contains("asked for main.1a2b3c4d").doesNotContain("asked for main.5e6f7a8b");
  }

  @Test
  void nothingIsHandedBackOnceTheLockIsLostDuringTheQuestion() {
    losesLock = true;
    turn();
    assertThat(calls)
        .contains("asked for main.1a2b3c4d")
        .doesNotContain("handed back main.1a2b3c4d");
  }

  @Test
  void nothingIsClearedWhileAnotherInstallationHasTheLock() {
    isOurs = false;
    turn();
    assertThat(calls).containsExactly("kept for here");
  }

  private final class Lock implements ClusterLock {
    @Override
    public Duration pace() {
      return Duration.ofMinutes(1);
    }

    @Override
    public Optional<Reason> take(Owner owner) {
      throw new AssertionError("the background takes no lock");
    }

    @Override
    public void renew(String installation) {}

    @Override
    public void require() {}

    @Override
    public void giveBack(String installation) {}

    @Override
    public boolean keep(String installation) {
      calls.add("kept for " + installation);
      return isOurs;
    }
  }

  private final class Tidied implements Takeover {
    @Override
    public Optional<WorkloadControl> look() {
      return Optional.empty();
    }

    @Override
    public void takeOver(Permit permit) {}

    @Override
    public void handBack(Permit permit) {}

    @Override
    public void tidy(Predicate<String> isOver) {
      calls.add("cleared");
      Stream.of("main.1a2b3c4d", "main.5e6f7a8b")
          .filter(isOver)
          .forEach(operation -> calls.add("handed back " + operation));
    }
  }
}
