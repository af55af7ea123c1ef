package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.quorate.hosts.ScratchMember;
import io.quorate.port.ClusterLock.Owner;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lease of a cluster between two Quorates, at a real API server. */
@Tag("kubernetes")
@Timeout(120)
class ClusterLeaseIT {
  @RegisterExtension static final RealKubernetes KUBERNETES = new RealKubernetes();

  private static final Duration DURATION = Duration.ofSeconds(6);
  private static final Owner MINE = new Owner("here", "orders.1");
  private static final Owner THEIRS = new Owner("there", "orders.9");

  private final String set = "etcd-" + Long.toString(System.nanoTime(), 36);
  private final ClusterLease mine = lease();
  private final ClusterLease theirs = lease();

  @Test
  void aLeaseBelongsToOneQuorateUntilGivenBack() {
    assertThat(mine.take(MINE)).isEmpty();
    mine.require();
    assertThatThrownBy(() -> theirs.take(THEIRS))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining(
            "its operation orders.1 of the Temporal namespace here has the lease");
    mine.renew("here");
    assertThat(theirs.take(THEIRS)).isPresent();
    theirs.giveBack("there");
    assertThat(seen()).as("of somebody else").isNotNull();

    mine.giveBack("here");
    assertThat(seen()).isNull();
    assertThat(theirs.take(THEIRS)).isEmpty();
    assertThat(seen().getSpec().getHolderIdentity()).isEqualTo("there/orders.9");
    theirs.giveBack("there");
    assertThat(seen()).isNull();
  }

  @Test
  void anotherWorkerOfTheInstallationGoesOn() {
    mine.take(MINE);
    ClusterLease next = lease();
    assertThat(next.take(MINE)).isEmpty();
    next.require();
    assertThat(mine.take(MINE)).isEmpty();
    mine.giveBack("here");
  }

  @Test
  void aLeaseOfADeadQuorateRunsOut() {
    mine.take(MINE);
    ScratchMember.await(() -> taken(theirs));
    assertThat(seen().getSpec().getHolderIdentity()).isEqualTo("there/orders.9");
    assertThat(seen().getSpec().getLeaseTransitions()).isEqualTo(1);

    mine.renew("here");
    assertThatThrownBy(mine::require).isInstanceOf(Failure.Transient.class);
    theirs.giveBack("there");
  }

  @Test
  void aLeaseThatWasChangedSinceTheLookIsNeitherRenewedNorDeleted() {
    mine.take(MINE);
    Lease before = seen();
    mine.renew("here");
    var requests = new SetRequests(KUBERNETES.client(), KUBERNETES.namespace());

    assertThatThrownBy(() -> requests.dropUnchanged(before)).isInstanceOf(Failure.Transient.class);
    assertThatThrownBy(
            () ->
                requests.patch(
                    before,
                    JsonPatch.ofVersion(
                            before.getMetadata().getUid(),
                            before.getMetadata().getResourceVersion())
                        .add("there/orders.9", "spec", "holderIdentity"),
                    "taken over"))
        .isInstanceOf(Failure.Transient.class);
    assertThat(requests.create(fresh(before))).isFalse();
    mine.giveBack("here");
  }

  private static Lease fresh(Lease before) {
    return new LeaseBuilder(before)
        .editMetadata()
        .withUid(null)
        .withResourceVersion(null)
        .endMetadata()
        .build();
  }

  private static boolean taken(ClusterLease lease) {
    try {
      return lease.take(THEIRS).isEmpty();
    } catch (Failure.NotYet held) {
      return false;
    }
  }

  private Lease seen() {
    return KUBERNETES
        .client()
        .leases()
        .inNamespace(KUBERNETES.namespace())
        .withName("quorate-" + set)
        .get();
  }

  private ClusterLease lease() {
    return new ClusterLease(
        new SetRequests(KUBERNETES.client(), KUBERNETES.namespace()),
        new SetNames(KUBERNETES.namespace(), List.of(set)),
        DURATION,
        () -> false,
        Clock.systemUTC(),
        System::nanoTime);
  }
}
