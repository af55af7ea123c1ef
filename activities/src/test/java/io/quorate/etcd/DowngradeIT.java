package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.quorate.cluster.MemberName;
import io.quorate.etcd.proto.DowngradeRequest;
import io.quorate.etcd.proto.DowngradeRequest.DowngradeAction;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of {@code Downgrade} on each minor, with one member that is thrown away afterwards:
 * no cluster at 3.5 is asked for one otherwise (docs/etcd.md#n-20).
 */
class DowngradeIT {
  private static final MemberName MEMBER = new MemberName("etcd-0");

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aDowngradeIsEnabledSeenAndTakenBackWhereEtcdKnowsHow(ToolFolder tool)
      throws IOException, InterruptedException {
    try (var cluster = TestedCluster.started(1, tool, EtcdSettings.plain(), Optional.empty())) {
      TestedCluster etcd = cluster;
      switch (tool.tool().minor()) {
        case "3.4" -> isUnknownToEtcd(etcd);
        case "3.5" -> isRefusedAndSeenWhereAPersonSentIt(etcd);
        case "3.6" -> goesThereAndBack(etcd, "3.6", "3.5");
        case "3.7" -> goesThereAndBack(etcd, "3.7", "3.6");
        default -> throw new AssertionError("what does " + tool + " do?");
      }
    }
  }

  private static void isUnknownToEtcd(TestedCluster etcd) {
    assertThat(etcd.downgrade().isEnabled(MEMBER)).isFalse();
    assertThatThrownBy(() -> etcd.downgrade().validate(MEMBER, "3.3"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("does not know the call");
    assertThatThrownBy(() -> etcd.downgrade().enable(MEMBER, "3.3", permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> etcd.downgrade().cancel(MEMBER, permit()))
        .isInstanceOf(Failure.Refused.class);
  }

  private static void isRefusedAndSeenWhereAPersonSentIt(TestedCluster etcd)
      throws InterruptedException {
    etcd.downgrade().validate(MEMBER, "3.4");
    assertThat(etcd.downgrade().isEnabled(MEMBER)).isFalse();
    assertThatThrownBy(() -> etcd.downgrade().enable(MEMBER, "3.4", permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("keeps each member from starting again");
    assertThat(etcd.downgrade().isEnabled(MEMBER)).isFalse();

    sendByHand(etcd, DowngradeAction.ENABLE, "3.4");

    Await.until("enabled", TestedCluster.LIMIT, () -> etcd.downgrade().isEnabled(MEMBER));
    assertThat(etcd.maintenance().status(MEMBER).storage().downgradeTo()).isEmpty();
    assertThatThrownBy(() -> etcd.downgrade().cancel(MEMBER, permit()))
        .isInstanceOf(Failure.Refused.class);
  }

  /** Sends the call as another client would. A server of 3.5 never answers, and carries it out. */
  private static void sendByHand(TestedCluster etcd, DowngradeAction action, String line) {
    URI server = etcd.endpoints(Optional.empty(), Optional.empty()).clientUrls().get(MEMBER);
    ManagedChannel channel =
        Grpc.newChannelBuilder(server.getAuthority(), InsecureChannelCredentials.create()).build();
    try {
      DowngradeRequest request =
          DowngradeRequest.newBuilder().setAction(action).setVersion(line).build();
      assertThatThrownBy(() -> MaintenanceGrpc.newBlockingStub(channel).downgrade(request))
          .isInstanceOf(StatusRuntimeException.class);
    } finally {
      channel.shutdownNow();
    }
  }

  private static void goesThereAndBack(TestedCluster etcd, String from, String to)
      throws InterruptedException {
    refusesOtherLines(etcd, from);
    etcd.downgrade().validate(MEMBER, to);
    etcd.downgrade().enable(MEMBER, to, permit());
    etcd.downgrade().enable(MEMBER, to, permit());
    assertThat(etcd.maintenance().status(MEMBER).storage().downgradeTo()).contains(to);
    assertThat(etcd.downgrade().isEnabled(MEMBER)).isTrue();
    awaitLine(etcd, to);
    etcd.downgrade().enable(MEMBER, to, permit());
    assertThatThrownBy(() -> etcd.downgrade().enable(MEMBER, from, permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> etcd.downgrade().validate(MEMBER, to))
        .isInstanceOf(Failure.Refused.class);
    etcd.downgrade().cancel(MEMBER, permit());
    etcd.downgrade().cancel(MEMBER, permit());
    assertThat(etcd.maintenance().status(MEMBER).storage().downgradeTo()).isEmpty();
    assertThat(etcd.downgrade().isEnabled(MEMBER)).isFalse();
    awaitLine(etcd, from);
  }

  private static void refusesOtherLines(TestedCluster etcd, String same) {
    for (String line : new String[] {same, "3.3", "4.0"}) {
      assertThatThrownBy(() -> etcd.downgrade().validate(MEMBER, line))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("the line right below the cluster version");
      assertThatThrownBy(() -> etcd.downgrade().enable(MEMBER, line, permit()))
          .isInstanceOf(Failure.Refused.class);
    }
    for (String nonsense : new String[] {"v" + same, "abc"}) {
      assertThatThrownBy(() -> etcd.downgrade().validate(MEMBER, nonsense))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("a line such as 3.5 is wanted");
    }
  }

  private static void awaitLine(TestedCluster etcd, String line) throws InterruptedException {
    Optional<String> wanted = Optional.of(line);
    Await.until(
        "cluster and storage version " + line,
        TestedCluster.LIMIT,
        () ->
            etcd.maintenance().peers(MEMBER).clusterVersion().equals(wanted)
                && etcd.maintenance().status(MEMBER).storage().storageVersion().equals(wanted));
  }
}
