package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberName;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of {@code Downgrade} on each minor, with one member that is thrown away afterwards:
 * no cluster at 3.5 is asked for one otherwise (etcd-runbooks N-20).
 */
class DowngradeIT {
  private static final MemberName MEMBER = new MemberName("etcd-0");

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#all")
  void aDowngradeIsEnabledSeenAndTakenBackWhereEtcdKnowsHow(ToolFolder tool)
      throws IOException, InterruptedException {
    try (var cluster = TestedCluster.started(1, tool, EtcdSettings.plain(), Optional.empty())) {
      Maintenance maintenance = cluster.maintenance();
      switch (tool.tool().minor()) {
        case "3.4" -> isUnknownToEtcd(maintenance);
        case "3.5" -> timesOutAndIsAppliedAllTheSame(maintenance);
        case "3.6" -> goesThereAndBack(maintenance, "3.6", "3.5");
        case "3.7" -> goesThereAndBack(maintenance, "3.7", "3.6");
        default -> throw new AssertionError("what does " + tool + " do?");
      }
    }
  }

  private static void isUnknownToEtcd(Maintenance maintenance) {
    assertThat(maintenance.downgradeEnabled(MEMBER)).isFalse();
    assertThatThrownBy(() -> maintenance.validateDowngrade(MEMBER, "3.3"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("does not know the call");
    assertThatThrownBy(() -> maintenance.enableDowngrade(MEMBER, "3.3", permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> maintenance.cancelDowngrade(MEMBER, permit()))
        .isInstanceOf(Failure.Refused.class);
  }

  private static void timesOutAndIsAppliedAllTheSame(Maintenance maintenance)
      throws InterruptedException {
    maintenance.validateDowngrade(MEMBER, "3.4");
    assertThat(maintenance.downgradeEnabled(MEMBER)).isFalse();
    assertThatThrownBy(() -> maintenance.enableDowngrade(MEMBER, "3.4", permit()))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("it may still happen");
    Await.until("enabled", TestedCluster.LIMIT, () -> maintenance.downgradeEnabled(MEMBER));
    assertThat(maintenance.status(MEMBER).storage().downgradeTo()).isEmpty();
    assertThatThrownBy(() -> maintenance.cancelDowngrade(MEMBER, permit()))
        .isInstanceOf(Failure.Unknown.class);
    Await.until("cancelled", TestedCluster.LIMIT, () -> !maintenance.downgradeEnabled(MEMBER));
    maintenance.cancelDowngrade(MEMBER, permit());
  }

  private static void goesThereAndBack(Maintenance maintenance, String from, String to)
      throws InterruptedException {
    refusesOtherLines(maintenance, from);
    maintenance.validateDowngrade(MEMBER, to);
    maintenance.enableDowngrade(MEMBER, to, permit());
    maintenance.enableDowngrade(MEMBER, to, permit());
    assertThat(maintenance.status(MEMBER).storage().downgradeTo()).contains(to);
    assertThat(maintenance.downgradeEnabled(MEMBER)).isTrue();
    awaitLine(maintenance, to);
    maintenance.enableDowngrade(MEMBER, to, permit());
    assertThatThrownBy(() -> maintenance.enableDowngrade(MEMBER, from, permit()))
        .isInstanceOf(Failure.Refused.class);
    assertThatThrownBy(() -> maintenance.validateDowngrade(MEMBER, to))
        .isInstanceOf(Failure.Refused.class);
    maintenance.cancelDowngrade(MEMBER, permit());
    maintenance.cancelDowngrade(MEMBER, permit());
    assertThat(maintenance.status(MEMBER).storage().downgradeTo()).isEmpty();
    assertThat(maintenance.downgradeEnabled(MEMBER)).isFalse();
    awaitLine(maintenance, from);
  }

  private static void refusesOtherLines(Maintenance maintenance, String same) {
    for (String line : new String[] {same, "3.3", "4.0"}) {
      assertThatThrownBy(() -> maintenance.validateDowngrade(MEMBER, line))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("the line right below the cluster version");
      assertThatThrownBy(() -> maintenance.enableDowngrade(MEMBER, line, permit()))
          .isInstanceOf(Failure.Refused.class);
    }
    for (String nonsense : new String[] {"v" + same, "abc"}) {
      assertThatThrownBy(() -> maintenance.validateDowngrade(MEMBER, nonsense))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("a line such as 3.5 is wanted");
    }
  }

  private static void awaitLine(Maintenance maintenance, String line) throws InterruptedException {
    Optional<String> wanted = Optional.of(line);
    Await.until(
        "cluster and storage version " + line,
        TestedCluster.LIMIT,
        () ->
            maintenance.peers(MEMBER).clusterVersion().equals(wanted)
                && maintenance.status(MEMBER).storage().storageVersion().equals(wanted));
  }
}
