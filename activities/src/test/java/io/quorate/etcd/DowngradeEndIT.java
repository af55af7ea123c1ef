package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The end of a downgrade from 3.6 to 3.5, as members of 3.5 tell it at their client URLs, with
 * users switched on (docs/etcd.md#downgrades).
 */
class DowngradeEndIT {
  private static final Optional<Login> ROOT = Optional.of(new Login("root", "secret-word"));
  private static final Predicate<MemberName> NO_PAGE =
      member -> {
        throw new AssertionError("the page of " + member + " was asked for");
      };

  /** The releases of a downgrade to 3.5; none where one of them cannot be had. */
  static Stream<List<ToolFolder>> fromAndTo() throws InterruptedException {
    List<ToolFolder> both =
        Minors.all().stream()
            .filter(release -> List.of("3.5", "3.6").contains(release.tool().minor()))
            .toList();
    return both.size() < 2 ? Stream.of() : Stream.of(both.reversed());
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("fromAndTo")
  void aMemberOf35TellsAtItsClientUrlWhetherADowngradeIsEnabled(List<ToolFolder> releases)
      throws Exception {
    ToolFolder older = releases.getLast();
    try (var cluster =
            TestedCluster.started(3, releases.getFirst(), EtcdSettings.plain(), Optional.empty());
        var connections = new EtcdConnections(cluster.endpoints(Optional.empty(), ROOT))) {
      enableDowngrade(cluster, older.tool().minor());
      enableUsers(cluster);
      var exchange = new Exchange(connections::endpoint);
      var withoutPages = new EtcdDowngrade(exchange, NO_PAGE);
      MemberName member = replace(cluster.voter(1), older, exchange);
      replace(cluster.voter(2), older, exchange);
      assertThat(withoutPages.isEnabled(member)).isTrue();
      replace(cluster.voter(0), older, exchange);
      Await.until("its end", TestedCluster.LIMIT, () -> !withoutPages.isEnabled(member));
      writesNothing(exchange, withoutPages, member);
    }
  }

  private static void enableDowngrade(TestedCluster cluster, String to)
      throws InterruptedException {
    MemberName through = cluster.names().getFirst();
    cluster.downgrade().enable(through, to, permit());
    for (MemberName member : cluster.names()) {
      Await.until(
          member + " to be ready for " + to,
          TestedCluster.LIMIT,
          () ->
              cluster
                  .maintenance()
                  .status(member)
                  .storage()
                  .storageVersion()
                  .equals(Optional.of(to)));
    }
  }

  private static void enableUsers(TestedCluster cluster) throws IOException, InterruptedException {
    cluster.ctl("user", "add", "root:secret-word");
    cluster.ctl("user", "grant-role", "root", "root");
    cluster.ctl("auth", "enable");
  }

  /** Has the member run another release, and returns its name once it answers. */
  private static MemberName replace(EtcdMember member, ToolFolder release, Exchange exchange)
      throws IOException, InterruptedException {
    member.stop();
    Files.delete(member.files().binary());
    Files.createSymbolicLink(member.files().binary(), release.program("etcd"));
    member.start();
    MemberName name = TestedCluster.name(member);
    Await.until(name + " to answer", TestedCluster.LIMIT, () -> hasLeader(name, exchange));
    return name;
  }

  private static boolean hasLeader(MemberName member, Exchange exchange) {
    try {
      return exchange.status(member).getLeader() != 0;
    } catch (Failure.Transient silent) {
      return false;
    }
  }

  private static void writesNothing(Exchange exchange, EtcdDowngrade downgrade, MemberName member) {
    long before = exchange.status(member).getRaftIndex();
    for (int time = 0; time < 5; time++) {
      assertThat(downgrade.isEnabled(member)).isFalse();
    }
    assertThat(exchange.status(member).getRaftIndex()).isEqualTo(before);
  }
}
