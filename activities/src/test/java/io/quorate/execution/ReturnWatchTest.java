package io.quorate.execution;

import static io.quorate.observation.PretendedPort.unasked;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.observation.Observer;
import io.quorate.observation.Voters;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.port.Takeover;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Votes.AwaitReturn;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Progress of a wait in which one survivor answers and the disks of two are away. */
class ReturnWatchTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.6.16");
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
  private static final List<MemberName> NAMES =
      List.of(new MemberName("etcd-0"), new MemberName("etcd-1"), new MemberName("etcd-2"));

  private final List<RestoreSource> kept = new ArrayList<>();
  private boolean storeIsAway;
  private long nanos;
  private String told = "";

  @Test
  void howFarTheSnapshotsReachIsReadAgainAfterTenMinutesAndNotBefore() {
    ReturnWatch watch = watch();
    kept.add(source(10));
    assertThat(watch.reached()).isEmpty();
    assertThat(told)
        .startsWith("waiting: etcd-1 ")
        .contains(". At 2026-03-04T05:06:07Z: What a restore would lose by now: r10.db, ")
        .contains("the data of etcd-0, of which no snapshot is made yet, may reach revision 50")
        .endsWith(
            " No quorum is seen since 2026-03-04T05:06:07Z at the latest, and without one nothing"
                + " is written.");

    kept.add(source(60));
    nanos += ReturnWatch.BETWEEN_LOSSES.minusSeconds(1).toNanos();
    assertThat(watch.reached()).isEmpty();
    assertThat(told).contains("r10.db");

    nanos += Duration.ofSeconds(1).toNanos();
    assertThat(watch.reached()).isEmpty();
    assertThat(told).contains("r60.db").doesNotContain("r10.db");
  }

  @Test
  void aStoreThatDoesNotAnswerEndsNoWaitAndIsTold() {
    storeIsAway = true;
    assertThat(watch().reached()).isEmpty();
    assertThat(told)
        .startsWith("waiting: etcd-1 ")
        .contains(
            "What a restore would lose by now: which snapshots are kept cannot be read now; the"
                + " data of etcd-0, ");
  }

  private ReturnWatch watch() {
    Attempt attempt =
        port(
            Attempt.class,
            Map.of(
                "progress",
                with -> {
                  told = (String) with[0];
                  return "";
                }));
    return new ReturnWatch(
        new AwaitReturn(NAMES.subList(1, 3), 2, 3),
        new Observer(ports(), Clock.fixed(NOW, ZoneOffset.UTC)),
        attempt,
        () -> nanos);
  }

  private ClusterPorts ports() {
    return new ClusterPorts(
        MAIN,
        NAMES.stream().collect(Collectors.toMap(name -> name, ReturnWatchTest::place)),
        port(
            Membership.class,
            Map.of(
                "localList", with -> NAMES.stream().map(Voters::listing).toList(),
                "askAt", with -> PeerUrlAnswer.none((String) with[1], "connection refused"))),
        port(Maintenance.class, Map.of("status", with -> survivor((MemberName) with[0]))),
        unasked(Storage.class),
        unasked(Downgrade.class),
        unasked(Canary.class),
        port(
            Platform.class,
            Map.of(
                "takeover",
                with -> Takeover.NOT_NEEDED,
                "look",
                with ->
                    new HostLook(
                        Workload.stopped("pid 4711 is gone"),
                        DataDirectory.of(DataDirectory.State.UNREADABLE)
                            .doubted("its disk is away"),
                        Installation.UNKNOWN))),
        port(
            SnapshotStore.class,
            Map.of(
                "known", with -> asked(kept),
                "list", with -> asked(List.of()),
                "drills", with -> asked(List.of()),
                "clockTrouble", with -> Optional.empty())),
        port(ComparisonResults.class, Map.of("last", with -> Optional.empty())),
        Duration.ofSeconds(60),
        Optional.empty(),
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  private Object asked(List<RestoreSource> answer) {
    if (storeIsAway) {
      throw new Failure.Transient("the bucket does not answer");
    }
    return List.copyOf(answer);
  }

  private static ConfiguredMember place(MemberName name) {
    return new ConfiguredMember(
        "http://" + name + ":2380", "http://" + name + ":2379", new FailureDomain("a"));
  }

  private static MemberStatus survivor(MemberName name) {
    if (!name.equals(NAMES.getFirst())) {
      throw new Failure.Transient("connection refused");
    }
    MemberStatus voting = Voters.status(name, VERSION);
    return new MemberStatus(
        voting.memberId(),
        voting.clusterId(),
        VERSION,
        false,
        Optional.empty(),
        voting.raftTerm(),
        100,
        100,
        new Revision(50),
        20_480,
        16_384,
        List.of(),
        StorageStatus.UNKNOWN);
  }

  private static RestoreSource source(long revision) {
    ClusterId here = Voters.status(NAMES.getFirst(), VERSION).clusterId();
    SavedSnapshot saved =
        new SavedSnapshot(
            MAIN,
            "r" + revision + ".db",
            "00",
            4096,
            new Revision(revision),
            2,
            here,
            VERSION,
            NAMES.getFirst(),
            NOW.minus(Duration.ofHours(1)),
            Optional.empty());
    return new RestoreSource(
        saved,
        new Revision(revision),
        revision,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A port that answers these calls, and fails all others. */
  private static <P> P port(Class<P> port, Map<String, Function<Object[], Object>> answers) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, with) -> {
              Function<Object[], Object> answer = answers.get(method.getName());
              if (answer == null) {
                throw new Failure.Transient("nobody answers " + method.getName());
              }
              return answer.apply(with);
            }));
  }
}
