package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.observation.Observer;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.record.ObservationMemory;
import io.quorate.worker.Clusters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another history on the same names, told by what was remembered, on real servers. */
@InTurn(1)
class ForeignClusterIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private Optional<EtcdCluster> cluster = Optional.empty();

  @AfterEach
  void end() throws IOException {
    if (cluster.isPresent()) {
      cluster.get().close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5", "3.7"})
  void scaleAfterAForcedNewClusterIsRefusedUntilAPersonAcceptsTheHistory(String minor)
      throws Exception {
    EtcdCluster etcd = remembered(minor);
    for (EtcdMember member : etcd.members()) {
      member.stop();
    }
    EtcdMember forced = etcd.member("etcd-0");
    Files.writeString(
        forced.files().environmentFile(),
        "ETCD_FORCE_NEW_CLUSTER=true\n",
        StandardOpenOption.APPEND);
    forced.start();
    forced.awaitServing(LIMIT);

    var status = quorate("status");
    assertThat(status.exitCode()).as(status.out() + status.err()).isEqualTo(1);
    assertThat(status.out()).contains("MEMBERSHIP SHRUNK").contains("Quorum confirmed 3 voters");

    var scale = quorate("plan", "scale", "--members", "3");
    assertThat(scale.exitCode()).as(scale.out() + scale.err()).isEqualTo(3);
    assertThat(scale.out() + scale.err()).contains("compare the data of etcd-1, etcd-2.");
    for (String stopped : new String[] {"etcd-1", "etcd-2"}) {
      assertThat(status.out())
          .containsPattern(
              stopped
                  + " \\([0-9a-f]+\\), last seen at raft index [0-9,]+ at [^;]+, its data is at the"
                  + " place of "
                  + stopped);
      assertThat(etcd.member(stopped).dataDirectory()).isNotEmptyDirectory();
    }

    assertThat(quorate("record", "accept", "--because", "the others are lost").exitCode()).isZero();
    assertThat(quorate("status").out()).doesNotContain("MEMBERSHIP SHRUNK");
    var plan = quorate("plan", "scale", "--members", "3");
    assertThat(plan.out())
        .contains("Set the data directory of etcd-1 aside: it holds data of this cluster's history")
        .contains("Ask 2 approvers");
  }

  static Stream<String> newestFirst() {
    return FaultMatrix.oneOf("3.7", "3.4");
  }

  @ParameterizedTest
  @MethodSource("newestFirst")
  void aBootstrapOnTheSameNamesAndTokenIsAnotherHistoryUntilAPersonAcceptsIt(String minor)
      throws Exception {
    EtcdCluster etcd = remembered(minor);
    for (EtcdMember member : etcd.members()) {
      member.stop();
      member.destroyData();
    }
    etcd.start(LIMIT);

    var status = quorate("status");
    assertThat(status.exitCode()).as(status.out() + status.err()).isEqualTo(1);
    assertThat(status.out()).contains("OTHER HISTORY").contains("went back");
    assertThat(quorate("plan", "rolling-restart").exitCode()).isEqualTo(3);

    assertThat(quorate("record", "accept").exitCode()).as("without a reason").isEqualTo(2);
    var accepted =
        quorate("record", "accept", "--because", "begun anew for a test", "--as", "dana");
    assertThat(accepted.exitCode()).as(accepted.out() + accepted.err()).isZero();
    assertThat(accepted.out()).contains("by dana (unverified): begun anew for a test.");

    assertThat(quorate("status").exitCode()).isZero();
    // One look alone cannot know since when the leader has not changed; the record does.
    Await.until("a plan of one look", LIMIT, this::isPlanned);
    assertThat(quorate("record", "accept", "--because", "again").exitCode()).isEqualTo(4);
    assertThat(quorate("record", "show").out())
        .contains("Before: Cluster")
        .contains(", token playground-");
  }

  /** As where two of three were restored by hand under the old token while the third was off. */
  @Test
  void aMemberWithTheDataOfAFutureThatWasGivenUpIsNotStarted() throws Exception {
    EtcdCluster etcd = remembered("3.6");
    for (EtcdMember member : etcd.members()) {
      member.kill();
    }
    EtcdMember off = etcd.member("etcd-2");
    List<EtcdMember> anew = List.of(etcd.member("etcd-0"), etcd.member("etcd-1"));
    for (EtcdMember member : anew) {
      member.destroyData();
      member.start();
    }
    for (EtcdMember member : anew) {
      member.awaitServing(LIMIT);
    }
    // Without a record, first by its index alone.
    Files.move(
        folder.resolve("snapshots").resolve(Stage.CLUSTER), folder.resolve("snapshots.before"));
    refusesToStart(off, "to be committed, and those that serve have committed");
    for (int write = 0; write < 40; write++) {
      assertThat(etcd.etcdctl("put", "/k", "anew" + write).succeeded()).isTrue();
    }
    // By its entries where the terms are equal; an election more in the old one shows as a term.
    refusesToStart(off, "has data of another history");
    Await.until(
        "a plan that replaces it",
        LIMIT,
        () -> {
          lookOfAWorker();
          return replacement().contains("Set the data directory of etcd-2 aside");
        });
    assertThat(replacement()).contains("Ask 2 approvers");
    assertThat(off.dataDirectory()).isNotEmptyDirectory();
  }

  private void refusesToStart(EtcdMember off, String why) throws Exception {
    Await.until("a refusal to start it", LIMIT, () -> restart().contains(why));
    assertThat(restart()).contains("quorate start minority-replace");
    assertThat(off.isRunning()).isFalse();
  }

  private String restart() {
    return said("plan", "member-restart");
  }

  private String replacement() {
    return said("plan", "minority-replace");
  }

  private String said(String verb, String runbook) {
    try {
      var ended = quorate(verb, runbook);
      return ended.out() + ended.err();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("newestFirst")
  void dataOfTheHistoryBeforeTheAcceptedHistoryNeedsTwoApproversToBeSetAside(String minor)
      throws Exception {
    EtcdCluster etcd = remembered(minor);
    for (EtcdMember member : etcd.members()) {
      member.kill();
    }
    EtcdMember begun = etcd.member("etcd-0");
    begun.destroyData();
    Files.writeString(
        begun.files().environmentFile(),
        "ETCD_INITIAL_CLUSTER=etcd-0="
            + begun.peerUrl()
            + "\nETCD_INITIAL_CLUSTER_TOKEN=begun-anew\n",
        StandardOpenOption.APPEND);
    begun.start();
    begun.awaitServing(LIMIT);

    assertThat(quorate("record", "accept", "--because", "begun anew").exitCode()).isZero();
    var plan = quorate("plan", "scale", "--members", "3");
    assertThat(plan.out())
        .containsPattern(
            "Set the data directory of etcd-1 aside: it holds data of this cluster's history, of"
                + " etcd-1 \\([0-9a-f]+\\), last seen at raft index [0-9,]+ at [^,]+, in an earlier"
                + " incarnation: cluster [0-9a-f]+ since ")
        .contains("Ask 2 approvers");
  }

  /** Both sides took writes after somebody forced one of them: only people know which counts. */
  @ParameterizedTest
  @MethodSource("newestFirst")
  void twoHistoriesOfStoppedMembersAreNeitherStartedNorRestored(String minor) throws Exception {
    EtcdCluster etcd = remembered(minor);
    for (EtcdMember member : etcd.members()) {
      member.stop();
    }
    EtcdMember forced = etcd.member("etcd-0");
    String plain = Files.readString(forced.files().environmentFile());
    Files.writeString(forced.files().environmentFile(), plain + "ETCD_FORCE_NEW_CLUSTER=true\n");
    writtenTo(etcd, List.of(forced));
    Files.writeString(forced.files().environmentFile(), plain);
    writtenTo(etcd, List.of(etcd.member("etcd-1"), etcd.member("etcd-2")));

    var refused = quorate("plan", "majority-recovery");
    assertThat(refused.exitCode()).as(refused.out() + refused.err()).isEqualTo(3);
    assertThat(refused.out() + refused.err())
        .contains("The data of etcd-0 and etcd-1 are two histories of one cluster")
        .contains("rename its data directory (delete nothing)");
    assertThat(etcd.members()).noneMatch(EtcdMember::isRunning);

    Files.move(
        forced.dataDirectory(), forced.dataDirectory().resolveSibling("data.forced-by-hand"));
    var chosen = quorate("plan", "majority-recovery");
    assertThat(chosen.out()).as(chosen.err()).contains("Bring back etcd-1 and etcd-2 ");
  }

  /** Starts these members, has them take some writes, and stops them. */
  private static void writtenTo(EtcdCluster etcd, List<EtcdMember> members) throws Exception {
    for (EtcdMember member : members) {
      member.start();
    }
    for (EtcdMember member : members) {
      member.awaitServing(LIMIT);
    }
    for (int write = 0; write < 20; write++) {
      var put = etcd.etcdctl("put", "/k", members.size() + "v" + write);
      assertThat(put.succeeded()).as(put.toString()).isTrue();
    }
    for (EtcdMember member : members) {
      member.stop();
    }
  }

  private boolean isPlanned() throws InterruptedException {
    try {
      return quorate("plan", "rolling-restart").exitCode() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Three members with some writes, at which a worker has looked. */
  private EtcdCluster remembered(String minor) throws Exception {
    EtcdCluster etcd =
        EtcdCluster.layOut(
            ToolsForTests.etcd(minor), folder.resolve("etcd"), 3, EtcdSettings.plain());
    cluster = Optional.of(etcd);
    etcd.start(LIMIT);
    for (int write = 0; write < 20; write++) {
      assertThat(etcd.etcdctl("put", "/k", "v" + write).succeeded()).isTrue();
    }
    Files.writeString(configuration(), yaml(etcd));
    lookOfAWorker();
    return etcd;
  }

  /** A look that is written into the record, as a worker writes it. */
  private void lookOfAWorker() {
    var settings = ConfigurationFile.load(Optional.of(configuration()), Environment.here());
    try (Clusters clusters = new Clusters(settings, Clock.systemUTC())) {
      Observer.recording(clusters.ports(new ClusterKey(Stage.CLUSTER)), Clock.systemUTC())
          .look(ObservationMemory.NONE, ObservationDepth.USUAL);
    }
  }

  private Path configuration() {
    return folder.resolve("quorate.yml");
  }

  private String yaml(EtcdCluster etcd) {
    Path member = folder.resolve("etcd").resolve("{name}");
    StringBuilder text =
        new StringBuilder(
            """
            snapshots: {directory: %s}
            approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}
            clusters:
              %s:
                platform: hosts
                watch: off
                memberDefaults:
                  dataDirectory: %s/data
                  environmentFile: %s/etcd.env
                  binary: %s/etcd
                  service: {process: {pidFile: %s/etcd.pid, logFile: %s/etcd.log}}
                members:
            """
                .formatted(
                    folder.resolve("snapshots"),
                    Stage.CLUSTER,
                    member,
                    member,
                    member,
                    member,
                    member));
    etcd.members()
        .forEach(
            one ->
                text.append(
                    "      %s: {zone: %s, peerUrl: \"%s\", clientUrl: \"%s\"}\n"
                        .formatted(one.name(), one.name(), one.peerUrl(), one.clientUrl())));
    return text.toString();
  }

  private ChildJvm.Ended quorate(String verb, String... more)
      throws IOException, InterruptedException {
    String[] words = new String[more.length + 2];
    words[0] = verb;
    boolean named = more.length > 0 && !more[0].startsWith("-");
    words[1] = named ? more[0] : Stage.CLUSTER;
    if (named) {
      words[2] = Stage.CLUSTER;
      System.arraycopy(more, 1, words, 3, more.length - 1);
    } else {
      System.arraycopy(more, 0, words, 2, more.length);
    }
    return new ChildJvm(configuration()).run(words);
  }
}
