package io.quorate.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Installation;
import io.quorate.cluster.Listing;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerSight;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Workload;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Workloads;
import io.quorate.step.AddLearner;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A learner that is added while a downgrade is enabled can never start, and keeps the downgrade
 * from its end (etcd-runbooks RB-16, trap 3). A voter of 3.5 tells of it only at its peer URL, and
 * etcd ends a downgrade within seconds once nothing is in its way, so the real thing cannot be held
 * in that state.
 */
class AddLearnerCarrierTest {
  private static final ClusterId CLUSTER = new ClusterId(7);
  private static final MemberName VOTER = new MemberName("etcd-0");
  private static final Listing LISTED =
      new Listing(
          new MemberId(1),
          VOTER.value(),
          false,
          List.of("http://etcd-0:2380"),
          List.of("http://etcd-0:2379"));

  private static final AddLearner STEP =
      new AddLearner(new MemberName("etcd-1"), "http://etcd-1:2380");

  /** What was asked of the cluster, in order. */
  private final List<String> calls = new ArrayList<>();

  private Supplier<Boolean> downgradeEnabled = () -> false;

  @Test
  void nobodyIsAddedWhileAVoterOf35TellsOfADowngrade() {
    downgradeEnabled = () -> true;
    assertThatThrownBy(() -> addBesideA("3.5.35"))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("etcd-0 tells that a downgrade is enabled");
    assertThat(calls).containsExactly("downgradeEnabled");
  }

  @Test
  void itIsAddedOnceTheVoterTellsOfNone() {
    addBesideA("3.5.35");
    assertThat(calls).containsExactly("downgradeEnabled", "addLearner");
  }

  /** Where peers have a CA of their own no replacement could ever be made otherwise. */
  @Test
  void itIsAddedWhereNobodyCanAsk() {
    downgradeEnabled =
        () -> {
          throw new Failure.Transient("the peer URL of etcd-0 does not know our certificate");
        };
    addBesideA("3.5.35");
    assertThat(calls).containsExactly("downgradeEnabled", "addLearner");
  }

  /** It would have told in its status, which the guard has read. */
  @Test
  void aVoterOf36IsNotAsked() {
    downgradeEnabled = () -> true;
    addBesideA("3.6.16");
    assertThat(calls).containsExactly("addLearner");
  }

  private void addBesideA(String version) {
    ClusterPorts ports = ports();
    Act act =
        new Act(
            ports,
            clusterOfOne(EtcdVersion.parse(version)),
            Permit.granted("test.12345678", Duration.ofMinutes(1), System::nanoTime, () -> false),
            unasked(Attempt.class),
            new Observer(ports, Clock.systemUTC()));
    new AddLearnerCarrier().carry(STEP, act);
  }

  private static ClusterView clusterOfOne(EtcdVersion version) {
    var answer =
        new Answer(
            LISTED.id(),
            CLUSTER,
            version,
            false,
            Optional.of(LISTED.id()),
            2,
            100,
            100,
            new Revision(50),
            20_480,
            16_384,
            List.of());
    var voter =
        new Member(
            VOTER,
            Optional.empty(),
            Optional.of(LISTED),
            Optional.of(answer),
            Optional.empty(),
            PeerSight.ACTIVE,
            Workload.running("pid 4711", "4711"),
            DataDirectory.of(DataDirectory.State.PRESENT),
            Optional.empty(),
            Optional.empty(),
            Optional.of("3.5"),
            Installation.UNKNOWN);
    return new ClusterView(
        new ClusterKey("test"),
        Instant.EPOCH,
        Optional.of(CLUSTER),
        MembershipSource.LINEARIZABLE,
        List.of(voter),
        List.of(),
        Instant.EPOCH,
        Optional.empty(),
        Duration.ZERO);
  }

  private ClusterPorts ports() {
    return new ClusterPorts(
        new ClusterKey("test"),
        Map.of(),
        answering(Membership.class, "addLearner", () -> LISTED),
        answering(Maintenance.class, "downgradeEnabled", () -> downgradeEnabled.get()),
        unasked(Canary.class),
        unasked(Workloads.class),
        unasked(DataDirectories.class),
        unasked(Installations.class),
        unasked(SnapshotStore.class),
        Duration.ZERO);
  }

  /** A port with one call that is answered and remembered; any other fails the test. */
  private <P> P answering(Class<P> port, String call, Supplier<?> answer) {
    Object proxy =
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) -> {
              assertThat(method.getName()).isEqualTo(call);
              calls.add(call);
              return answer.get();
            });
    return port.cast(proxy);
  }

  private <P> P unasked(Class<P> port) {
    return answering(port, "nothing", () -> "");
  }
}
