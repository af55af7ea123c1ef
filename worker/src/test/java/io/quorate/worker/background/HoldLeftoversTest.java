package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

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

  HoldLeftoversTest() {
    voters.lock = new Lock();
    voters.takeover = new Tidied();
  }

  private void turn() {
    new HoldLeftovers(
            key -> voters.ports().platform(),
            (cluster, operation) ->
                cluster.equals(PretendedVoters.MAIN) && operation.equals("main.1a2b3c4d"),
            "here")
        .task()
        .turn(PretendedVoters.MAIN, () -> false);
  }

  @Test
  void theLockIsRenewedBeforeAnythingIsClearedOrHandedBack() {
    turn();
    assertThat(calls).containsExactly("kept for here", "cleared", "handed back main.1a2b3c4d");
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
