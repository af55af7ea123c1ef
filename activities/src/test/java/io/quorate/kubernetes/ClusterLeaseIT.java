package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.quorate.hosts.ScratchMember;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Duration;
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

  private final String name = "quorate-" + Long.toString(System.nanoTime(), 36);

  @Test
  void aLeaseBelongsToOneHolderUntilGivenBack() {
    try (var mine = lease("mine");
        var theirs = lease("theirs")) {
      mine.require();
      assertThatThrownBy(theirs::require)
          .isInstanceOf(Failure.NotYet.class)
          .hasMessageContaining("is held by mine, who operates this cluster");
      mine.require();
      mine.giveBack();
      assertThat(seen()).isNull();
      theirs.require();
      assertThat(seen().getSpec().getHolderIdentity()).isEqualTo("theirs");
      mine.giveBack();
      assertThat(seen()).as("of somebody else").isNotNull();
      theirs.giveBack();
    }
    assertThat(seen()).isNull();
  }

  @Test
  void anotherWorkerOfTheSameOperationGoesOn() {
    try (var one = lease("operation");
        var other = lease("operation")) {
      one.require();
      other.require();
      one.require();
    }
  }

  @Test
  void aLeaseThatIsHeldIsRenewed() {
    try (var mine = lease("mine");
        var theirs = lease("theirs")) {
      mine.require();
      String first = seen().getMetadata().getResourceVersion();
      ScratchMember.await(() -> !seen().getMetadata().getResourceVersion().equals(first));
      long end = System.nanoTime() + DURATION.multipliedBy(2).toNanos();
      ScratchMember.await(
          () -> {
            assertThatThrownBy(theirs::require).isInstanceOf(Failure.NotYet.class);
            return System.nanoTime() - end > 0;
          });
      mine.require();
    }
  }

  @Test
  void aLeaseOfAWorkerThatDiedRunsOut() {
    var dead = lease("dead");
    dead.require();
    dead.close();
    try (var mine = lease("mine")) {
      assertThatThrownBy(mine::require).isInstanceOf(Failure.NotYet.class);
      ScratchMember.await(() -> taken(mine));
      assertThat(seen().getSpec().getHolderIdentity()).isEqualTo("mine");
      assertThat(seen().getSpec().getLeaseTransitions()).isEqualTo(1);
      mine.giveBack();
    }
  }

  @Test
  void aLeaseThatWasTakenAwayStopsTheNextChange() {
    try (var mine = lease("mine")) {
      mine.require();
      KUBERNETES
          .client()
          .resource(
              new LeaseBuilder(seen())
                  .editMetadata()
                  .withResourceVersion(null)
                  .endMetadata()
                  .editSpec()
                  .withHolderIdentity("somebody")
                  .endSpec()
                  .build())
          .update();
      ScratchMember.await(() -> refused(mine));
      assertThatThrownBy(mine::require)
          .isInstanceOf(Failure.NotYet.class)
          .hasMessageContaining("is held by somebody");
    }
  }

  private static boolean taken(ClusterLease lease) {
    try {
      lease.require();
      return true;
    } catch (Failure.NotYet held) {
      return false;
    }
  }

  private static boolean refused(ClusterLease lease) {
    return !taken(lease);
  }

  private Lease seen() {
    return KUBERNETES.client().leases().inNamespace(KUBERNETES.namespace()).withName(name).get();
  }

  private ClusterLease lease(String holder) {
    return new ClusterLease(
        KUBERNETES.client(), KUBERNETES.namespace(), name, holder, DURATION, Clock.systemUTC());
  }
}
