package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static io.quorate.etcd.TestedCluster.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Members are killed and frozen; every test ends with all of them running again. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SickClusterIT extends OnTestedCluster {
  @AfterEach
  void heal() throws IOException, InterruptedException {
    for (EtcdMember member : cluster.voters()) {
      member.thaw();
    }
    cluster.startAll();
  }

  @Test
  void aDeadMemberIsNamedAtOnceAndSeenAgainAsSoonAsItServes()
      throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    MemberId id = cluster.idOf(follower);
    follower.kill();
    String silent = follower.name() + " does not answer at " + follower.clientUrl() + ": ";
    // The first call after the death may still find the old connection, and its end.
    assertThatThrownBy(() -> maintenance.status(name(follower)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageStartingWith(silent);
    for (int look = 0; look < 5; look++) {
      assertThatThrownBy(() -> maintenance.status(name(follower)))
          .isInstanceOf(Failure.Transient.class)
          .hasMessage(silent + "connection refused");
    }
    MemberName leader = name(cluster.leader());
    Await.until("inactivity", LIMIT, () -> !maintenance.peers(leader).active().contains(id));
    assertThatThrownBy(() -> maintenance.peers(name(follower)))
        .isInstanceOf(Failure.Transient.class);
    follower.start();
    follower.awaitServing(LIMIT);
    assertThat(maintenance.status(name(follower)).memberId()).isEqualTo(id);
    Await.until("activity", LIMIT, () -> maintenance.peers(leader).active().contains(id));
  }

  @Test
  void nothingIsChangedThroughADeadMember() throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    follower.kill();
    // The first call after the death may still find the old connection, and its end.
    assertThatThrownBy(() -> membership.addLearner(name(follower), joinerUrl(), permit()))
        .isInstanceOf(Failure.Transient.class);
    assertThatThrownBy(() -> membership.addLearner(name(follower), joinerUrl(), permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("connection refused");
  }

  @Test
  void aMemberThatCameBackJustNowMakesChangesWait() throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    follower.kill();
    follower.start();
    follower.awaitServing(LIMIT);
    assertThatThrownBy(() -> membership.addLearner(name(cluster.leader()), joinerUrl(), permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("unhealthy cluster");
  }

  @Test
  void aFrozenMemberIsGivenUpAfterThreeSeconds() throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    cluster.idOf(follower);
    follower.freeze();
    long before = System.nanoTime();
    assertThatThrownBy(() -> membership.remove(name(follower), new MemberId(1), permit()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("does not answer");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(seconds(2), seconds(5));
    follower.thaw();
    Await.until("an answer", LIMIT, () -> cluster.answers(follower));
  }

  @Test
  void aChangeWithoutAnAnswerMayStillHappen() throws IOException, InterruptedException {
    cluster.awaitSettled();
    EtcdMember leader = cluster.leader();
    List<EtcdMember> followers = cluster.followers();
    for (EtcdMember follower : followers) {
      follower.freeze();
    }
    assertThatThrownBy(() -> membership.addLearner(name(leader), joinerUrl(), permit()))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("read the member list back");
  }

  @Test
  void leadershipHandedToAFrozenMemberMayStillMove() throws IOException, InterruptedException {
    EtcdMember leader = cluster.leader();
    EtcdMember target = cluster.followers().getFirst();
    MemberId id = cluster.idOf(target);
    target.freeze();
    long before = System.nanoTime();
    assertThatThrownBy(() -> maintenance.moveLeader(name(leader), id, permit()))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("look at all members again");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(seconds(5), seconds(13));
  }

  @Test
  void aDefragmentationWhoseConnectionIsCutMayHaveHappened()
      throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    MemberName name = name(follower);
    cluster.idOf(follower);
    assertThatThrownBy(() -> storage.defragment(name, LIMIT, permitThat(() -> dieSoon(follower))))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("look at all members again");
  }

  @Test
  void aDefragmentationThatIsNotOverInTimeMayStillHappen()
      throws IOException, InterruptedException {
    EtcdMember follower = cluster.followers().getFirst();
    MemberName name = name(follower);
    cluster.idOf(follower);
    assertThatThrownBy(
            () -> storage.defragment(name, seconds(1), permitThat(() -> freeze(follower))))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("the deadline passed");
  }

  @Test
  void withoutALeaderAMemberAnswersForItselfOnly() throws IOException, InterruptedException {
    EtcdMember last = cluster.leader();
    for (EtcdMember follower : cluster.followers()) {
      follower.kill();
    }
    MemberName through = name(last);
    Await.until("no leader", LIMIT, () -> maintenance.status(through).leader().isEmpty());
    var status = maintenance.status(through);
    assertThat(status.leader()).isEmpty();
    assertThat(membership.localList(through)).hasSizeGreaterThanOrEqualTo(3);
    assertThat(storage.hashOfKeys(through, status.revision(), TestedCluster.LIMIT).at())
        .isEqualTo(status.revision());
    assertThat(storage.snapshot(through, (chunk, remaining) -> {})).isPositive();
    assertThat(maintenance.peers(through).active()).isEmpty();
    assertThatThrownBy(() -> maintenance.linearizableRead(through))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("no leader");
    assertThatThrownBy(() -> maintenance.alarms(through)).isInstanceOf(Failure.NotYet.class);
    assertThatThrownBy(() -> membership.linearizableList(through))
        .isInstanceOf(Failure.NotYet.class);
    assertThatThrownBy(() -> membership.addLearner(through, joinerUrl(), permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("nothing was done");
    assertThatThrownBy(() -> storage.compact(through, status.revision(), permit()))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("nothing was done");
    storage.defragment(through, LIMIT, permit());
    assertThat(storage.largestPrefixes(through, 1)).isEmpty();
  }

  @Test
  void aMemberThatStartsWithoutQuorumTakesConnectionsAndSaysNothing()
      throws IOException, InterruptedException {
    EtcdMember first = cluster.voter(0);
    for (EtcdMember member : cluster.voters()) {
      member.kill();
    }
    first.start();
    Await.until("listening", LIMIT, () -> listens(first));
    assertThatThrownBy(() -> maintenance.status(name(first)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("takes no connection in time");
    cluster.startAll();
    assertThat(maintenance.status(name(first)).leader()).isPresent();
  }

  private String joinerUrl() {
    return cluster.joiner().peerUrl().toString();
  }

  /** It does this between the look and the effect. */
  private static Permit permitThat(Runnable fate) {
    return Permit.granted(
        "tested.00000000",
        Duration.ofMinutes(1),
        System::nanoTime,
        () -> {
          fate.run();
          return false;
        });
  }

  private static void freeze(EtcdMember member) {
    try {
      member.freeze();
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** It takes the call, and dies before it answers. */
  private static void dieSoon(EtcdMember member) {
    freeze(member);
    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> kill(member));
  }

  private static void kill(EtcdMember member) {
    try {
      member.kill();
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static boolean listens(EtcdMember member) {
    try (var socket = new Socket("127.0.0.1", member.clientUrl().getPort())) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }
}
