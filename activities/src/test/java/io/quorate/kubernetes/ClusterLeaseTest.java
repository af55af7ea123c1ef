package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.quorate.cluster.MemberName;
import io.quorate.port.ClusterLock.Owner;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.step.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The lease of a simulated cluster, between two Quorates that know nothing of each other. */
class ClusterLeaseTest {
  private static final Owner MINE = new Owner("here", "orders.1a2b3c4d");
  private static final Owner THEIRS = new Owner("there", "orders.99999999");
  private static final MemberName MEMBER = new MemberName("etcd-1");

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final MortalApi api = new MortalApi(world);
  private final AtomicLong nanos = new AtomicLong();
  private final ClusterLease mine = lease(api);
  private final ClusterLease theirs = lease(world);

  private ClusterLease lease(SetApi requests) {
    return new ClusterLease(
        requests,
        new SetNames("default", List.of("etcd")),
        ClusterLease.DURATION,
        () -> world.set.getMetadata().getAnnotations().containsKey(Marks.OPERATION),
        Clock.fixed(Instant.parse("2026-11-29T10:00:00Z"), ZoneOffset.UTC),
        nanos::get);
  }

  private void pass(int seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private LeaseSpec seen() {
    return world.leases.get("quorate-etcd").getSpec();
  }

  /** An operation waits for a person, and any worker of its installation renews its lease. */
  private void waitFor(int seconds) {
    ClusterLease worker = lease(world);
    for (int passed = 0; passed < seconds; passed += 5) {
      pass(5);
      assertThat(worker.keep("here")).isTrue();
      assertThat(theirs.keep("there")).isFalse();
    }
  }

  @Test
  void anotherQuorateIsRefusedWithTheHolderAndTheWayOut() {
    mine.take(MINE);
    theirs.keep("there");
    pass(5);
    mine.renew("here");

    Reason refused = theirs.take(THEIRS).orElseThrow();

    assertThat(refused.code()).isEqualTo("another-quorate");
    assertThat(refused.headline())
        .isEqualTo(
            "another Quorate operates this cluster: its operation orders.1a2b3c4d of the Temporal"
                + " namespace here has the lease default/quorate-etcd since 2026-11-29T10:00:00Z,"
                + " and renews it");
    assertThat(refused.text())
        .contains("\nDo: let that operation end, or abort it there: quorate abort orders.1a2b3c4d")
        .contains("kubectl delete lease quorate-etcd -n default");
    assertThatThrownBy(theirs::require).isInstanceOf(Failure.Transient.class);
    mine.require();
  }

  @Test
  void aLeaseOfADeadQuorateIsTakenOnceItHasRunOut() {
    mine.take(MINE);

    assertThatThrownBy(() -> theirs.take(THEIRS))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageEndingWith("without a renewal it is free in 31 s");
    pass(29);
    assertThat(catchThrowable(() -> theirs.take(THEIRS))).isInstanceOf(Failure.NotYet.class);
    pass(1);
    assertThat(theirs.take(THEIRS)).isEmpty();

    theirs.require();
    assertThat(seen().getHolderIdentity()).isEqualTo("there/orders.99999999");
    assertThat(seen().getLeaseTransitions()).isEqualTo(1);
  }

  /** The worker before was killed, and nobody waits for its lease. */
  @Test
  void anotherWorkerOfTheInstallationGoesOnAtOnce() {
    mine.take(MINE);
    ClusterLease next = lease(world);

    assertThat(next.take(MINE)).isEmpty();
    next.require();
    assertThat(seen().getLeaseTransitions()).isZero();

    assertThat(next.take(new Owner("here", "orders.2"))).isEmpty();
    assertThat(seen().getHolderIdentity()).isEqualTo("here/orders.2");
  }

  @Test
  void anOperationWhoseLeaseWasLostStopsAndGoesOnOnceTheOtherHasEnded() {
    mine.take(MINE);
    theirs.keep("there");
    pass(20);
    assertThatThrownBy(mine::require)
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("the lease default/quorate-etcd is lost, or was not renewed in time");
    pass(10);
    theirs.take(THEIRS);

    mine.renew("here");
    assertThatThrownBy(mine::require).isInstanceOf(Failure.Transient.class);
    assertThat(seen().getHolderIdentity()).startsWith("there/");
    pass(5);
    theirs.renew("there");
    assertThat(mine.take(MINE)).isPresent();

    theirs.giveBack("there");
    assertThat(mine.take(MINE)).isEmpty();
    mine.require();
  }

  @Test
  void aLeaseThatSomebodyDeletedIsNotMadeAgainByARenewal() {
    mine.take(MINE);
    world.leases.clear();

    mine.renew("here");

    assertThat(world.leases).isEmpty();
    assertThatThrownBy(mine::require).isInstanceOf(Failure.Transient.class);
    assertThat(mine.take(MINE)).isEmpty();
    mine.require();
  }

  @Test
  void aWorkerRenewsTheLeaseOfAnOperationThatWaitsForHours() {
    mine.take(MINE);
    takeover().takeOver(permit());

    waitFor(3600);

    assertThat(theirs.take(THEIRS)).isPresent();
    assertThat(seen().getHolderIdentity()).isEqualTo("here/orders.1a2b3c4d");
    assertThat(mine.take(MINE)).isEmpty();
  }

  @Test
  void aLeaseOfNoOperationIsRemovedOnceItHasRunOut() {
    mine.take(MINE);
    waitFor(30);
    assertThat(world.leases)
        .as("a takeover that has just begun has written nothing yet")
        .hasSize(1);
    pass(5);

    assertThat(lease(world).keep("here")).isTrue();
    assertThat(world.leases).as("a look of a worker that has just begun").hasSize(1);
    assertThat(mine.keep("here")).isTrue();
    pass(30);
    assertThat(mine.keep("here")).isTrue();
    assertThat(world.leases).isEmpty();
  }

  @Test
  void nothingIsClearedWhileAnotherQuorateHasTheLease() {
    assertThat(theirs.keep("there")).isTrue();
    mine.take(MINE);
    assertThat(theirs.keep("there")).isFalse();
    pass(29);
    assertThat(theirs.keep("there")).isFalse();
    pass(1);
    assertThat(theirs.keep("there")).as("the other one died").isTrue();
    assertThat(world.leases).as("a lease of another installation stays").hasSize(1);
  }

  @Test
  void aLeaseOfAnotherQuorateIsNotGivenBack() {
    mine.take(MINE);
    theirs.giveBack("there");
    assertThat(world.leases).hasSize(1);

    mine.giveBack("here");
    assertThat(world.leases).isEmpty();
    assertThatThrownBy(mine::require).isInstanceOf(Failure.Transient.class);
  }

  @Test
  void aLeaseWhoseWriterWasFasterIsNotTaken() {
    mine.take(MINE);
    mine.giveBack("here");
    ClusterLease slow =
        lease(
            new MortalApi(world) {
              @Override
              public boolean create(Lease made) {
                theirs.take(THEIRS);
                return super.create(made);
              }
            });

    assertThatThrownBy(() -> slow.take(MINE)).hasMessageContaining("was made by somebody else");
    assertThatThrownBy(slow::require).isInstanceOf(Failure.Transient.class);
    theirs.require();
  }

  /** The permit of each effect asks for the lease, also of an effect in many parts. */
  @Test
  void aHoldStopsInTheMiddleWhereTheLeaseIsLost() {
    mine.take(MINE);
    takeover().takeOver(permit());
    MortalApi losing =
        new MortalApi(world) {
          @Override
          public void patch(HasMetadata seen, JsonPatch patch, String change) {
            super.patch(seen, patch, change);
            if (writes.size() == 2) {
              pass(20);
            }
          }
        };

    assertThatThrownBy(() -> workloads(losing).stop(MEMBER, permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("is lost");
    assertThat(losing.writes).hasSize(2);

    mine.take(MINE);
    workloads(world).stop(MEMBER, permit());
    workloads(world).start(MEMBER, new JoinSettings(Map.of()), permit());
    takeover().handBack(permit());
    mine.giveBack("here");
    world.settle();
    assertThat(world.leases).isEmpty();
    assertThat(world.processes("etcd-1")).hasSize(1);
  }

  private Permit permit() {
    return Permit.granted(
        MINE.operation(), Duration.ofHours(1), System::nanoTime, () -> false, mine);
  }

  private LookAtSets looks(SetApi requests) {
    return new LookAtSets(requests, new SetNames("default", List.of("etcd")), Clock.systemUTC());
  }

  private SetTakeover takeover() {
    return new SetTakeover(
        looks(world),
        new Turn(looks(world), world, System::nanoTime, time -> world.tick()),
        Runnable::run,
        look -> List.of());
  }

  private KubernetesWorkloads workloads(SetApi requests) {
    Turn turn = new Turn(looks(requests), requests, System::nanoTime, time -> world.tick());
    return new KubernetesWorkloads(looks(requests), requests, turn, member -> {});
  }
}
