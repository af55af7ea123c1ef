package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.cluster.MemberName;
import io.quorate.plan.StepResult.Outcome;
import io.quorate.port.ClusterLock;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Takeover;
import io.quorate.step.Bracket.HandBackWorkloads;
import io.quorate.step.Bracket.TakeOverWorkloads;
import io.quorate.step.Reason;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Steps of two installations on one cluster, whose platform has a lock. */
class LockedClusterTest {
  private static final MemberName LEAVING = new MemberName("etcd-2");
  private static final Step CHANGE = new RetireMember(LEAVING, SlowHashes.id(LEAVING));
  private static final Step TAKE_OVER = new TakeOverWorkloads("StatefulSet etcd");
  private static final Step HAND_BACK = new HandBackWorkloads("StatefulSet etcd");

  private final SlowHashes cluster = new SlowHashes(Duration.ZERO);
  private final OneHolder lock = new OneHolder();
  private final CountDownLatch renewed = new CountDownLatch(2);
  private Holder holder = Holder.PLATFORM;

  LockedClusterTest() {
    cluster.lock = lock;
    cluster.takeover = new Controller();
  }

  /** A lock that knows its holder for certain. */
  private final class OneHolder implements ClusterLock {
    private Optional<Owner> owner = Optional.empty();
    private boolean lost;
    private boolean away;

    @Override
    public Duration pace() {
      return Duration.ofMillis(5);
    }

    @Override
    public Optional<Reason> take(Owner other) {
      if (away) {
        throw new Failure.Unreached("the API server cannot be reached");
      }
      Optional<Reason> taken =
          owner
              .filter(held -> !held.installation().equals(other.installation()))
              .map(held -> StepReason.ANOTHER_QUORATE.because(held.operation() + " has it"));
      if (taken.isEmpty()) {
        owner = Optional.of(other);
        lost = false;
      }
      return taken;
    }

    @Override
    public void renew(String installation) {
      renewed.countDown();
    }

    @Override
    public void require() {
      if (lost) {
        throw new Failure.Transient("the lock is lost");
      }
    }

    @Override
    public void giveBack(String installation) {
      owner = owner.filter(held -> !held.installation().equals(installation));
    }

    @Override
    public boolean keep(String installation) {
      return true;
    }
  }

  private final class Controller implements Takeover {
    @Override
    public Optional<WorkloadControl> look() {
      return Optional.of(new WorkloadControl("StatefulSet etcd", holder, "held by " + holder));
    }

    @Override
    public void takeOver(Permit permit) {
      permit.use();
      holder = Holder.QUORATE;
    }

    @Override
    public void handBack(Permit permit) {
      permit.use();
      holder = Holder.PLATFORM;
    }
  }

  private Outcome carryOut(String installation, String operation, Step step) {
    cluster.installation = installation;
    cluster.operation = operation;
    return cluster.execute(step).outcome();
  }

  /** Waiting uses up time and no attempts, so an outage of minutes needs no person. */
  @Test
  void aStepWaitsForALockThatIsNotReachedAndGoesOnByItself() {
    carryOut("here", "test.1", TAKE_OVER);
    lock.away = true;

    assertThatThrownBy(() -> carryOut("here", "test.1", CHANGE))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("the API server cannot be reached");

    lock.away = false;
    assertThat(carryOut("here", "test.1", CHANGE)).isEqualTo(Outcome.DONE);
  }

  /** The first one has the workloads, so the takeover would be done already. */
  @Test
  void theFirstChangeOfASecondInstallationIsRefused() {
    carryOut("here", "test.1", TAKE_OVER);

    assertThatThrownBy(() -> carryOut("there", "test.9", TAKE_OVER))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage("test.1 has it")
        .extracting(refused -> ((Failure) refused).reason().orElseThrow().code())
        .isEqualTo("another-quorate");
    assertThatThrownBy(() -> carryOut("there", "test.9", CHANGE)).hasMessage("test.1 has it");
    assertThat(cluster.calls).doesNotContain("removed");
  }

  @Test
  void anInstallationThatOnlyLooksTakesNoLock() {
    Step look = new SaveSnapshot(new MemberName("etcd-0"));
    assertThat(catchThrowable(() -> cluster.execute(look))).hasMessage("linearizableRead");
    assertThat(lock.owner).isEmpty();
  }

  @Test
  void theLockIsGivenBackWithTheWorkloads() {
    carryOut("here", "test.1", TAKE_OVER);
    carryOut("here", "test.1", CHANGE);
    assertThat(lock.owner).contains(new ClusterLock.Owner("here", "test.1"));

    carryOut("here", "test.1", HAND_BACK);
    assertThat(lock.owner).isEmpty();
  }

  /** The worker was killed before it gave the lock back. */
  @Test
  void aHandBackThatWasDoneBeforeGivesTheLockBack() {
    lock.take(new ClusterLock.Owner("here", "test.1"));

    assertThat(carryOut("here", "test.1", HAND_BACK)).isEqualTo(Outcome.ALREADY_DONE);
    assertThat(lock.owner).isEmpty();
  }

  /** An operation that was refused is aborted, and one that lost its lock comes to its end. */
  @Test
  void workloadsThatAnotherInstallationHasAreNotHandedBack() {
    carryOut("here", "test.1", TAKE_OVER);

    assertThat(carryOut("there", "test.9", HAND_BACK)).isEqualTo(Outcome.ALREADY_DONE);
    assertThat(holder).isEqualTo(Holder.QUORATE);
    assertThat(lock.owner).contains(new ClusterLock.Owner("here", "test.1"));
  }

  @Test
  void aChangeIsMadeOnlyWhileTheLockIsHeld() {
    cluster.beforeRemoval = () -> lock.lost = true;
    assertThatThrownBy(() -> carryOut("here", "test.1", CHANGE)).hasMessage("the lock is lost");
    assertThat(cluster.calls).doesNotContain("removed");

    cluster.beforeRemoval = () -> {};
    assertThat(carryOut("here", "test.1", CHANGE)).isEqualTo(Outcome.DONE);
  }

  @Test
  void theLockIsRenewedWhileAChangeIsUnderWay() {
    boolean[] twice = new boolean[1];
    cluster.whileRemoving = () -> twice[0] = awaited(renewed);

    carryOut("here", "test.1", CHANGE);

    assertThat(twice[0]).isTrue();
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
