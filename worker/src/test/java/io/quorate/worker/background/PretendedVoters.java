package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.port.Canary;
import io.quorate.port.ClusterLock;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
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
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Takeover;
import io.quorate.record.LastComparison;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Three voters as ports bring them: what was asked of them and kept, and what is wrong. */
public final class PretendedVoters {
  public static final ClusterKey MAIN = new ClusterKey("main");

  final List<String> hashed = new ArrayList<>();
  final List<LastComparison> kept = new ArrayList<>();
  public final AtomicInteger looks = new AtomicInteger();
  public final AtomicInteger hostsRead = new AtomicInteger();
  public final Time time = new Time();
  boolean differs;
  public boolean silent;
  boolean claimedByAnother;
  public Optional<ClusterRecords> records = Optional.empty();
  ClusterLock lock = ClusterLock.NONE;
  Takeover takeover = Takeover.NOT_NEEDED;

  /** What the environment files have; empty where no host is reached. */
  public Map<String, String> settings = Map.of();

  public ClusterPorts ports() {
    Map<MemberName, ConfiguredMember> places = new TreeMap<>();
    for (int number = 0; number < 3; number++) {
      places.put(
          name(number),
          new ConfiguredMember(
              "http://10.0.0." + number + ":2380",
              "http://10.0.0." + number + ":2379",
              new FailureDomain("a")));
    }
    return new ClusterPorts(
        MAIN,
        places,
        port(Membership.class, (call, with) -> listed()),
        port(Maintenance.class, this::maintenance),
        port(Storage.class, this::storage),
        port(Downgrade.class, PretendedVoters::nobodyAsks),
        port(Canary.class, PretendedVoters::nobodyAsks),
        port(Platform.class, this::host),
        port(
            SnapshotStore.class,
            (call, with) -> call.equals("clockTrouble") ? Optional.empty() : List.of()),
        port(ComparisonResults.class, this::comparisons),
        Duration.ofSeconds(60),
        records,
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  private Object listed() {
    looks.incrementAndGet();
    return List.of(listed(0), listed(1), listed(2));
  }

  private Object maintenance(String call, Object[] with) {
    return switch (call) {
      case "status" -> status(((MemberName) with[0]).value());
      case "alarms" -> List.of();
      case "peers" ->
          new MemberMetrics(
              Set.of(), false, Optional.empty(), new Quota.NotRead(), Optional.empty(), Map.of());
      default -> nobodyAsks(call, with);
    };
  }

  private MemberStatus status(String name) {
    if (silent && name.equals("etcd-1")) {
      throw new Failure.Transient("etcd-1 does not answer");
    }
    return new MemberStatus(
        listed(number(name)).id(),
        new ClusterId(7),
        EtcdVersion.parse("3.6.16"),
        false,
        Optional.of(new MemberId(1)),
        2,
        100,
        100,
        new Revision(50),
        20_480,
        16_384,
        List.of(),
        StorageStatus.UNKNOWN);
  }

  private Object storage(String call, Object[] with) {
    assertThat(call).isEqualTo("hashOfKeys");
    hashed.add(with[0].toString());
    boolean odd = differs && with[0].toString().equals("etcd-2");
    return new HashOfKeys(odd ? 77 : 42, new Revision(1), (Revision) with[1]);
  }

  private Object comparisons(String call, Object[] with) {
    if (call.equals("keep")) {
      kept.add((LastComparison) with[1]);
    }
    if (call.equals("claim")) {
      ComparisonResults.Claim claim = () -> {};
      return claimedByAnother ? Optional.empty() : Optional.of(claim);
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept.getLast());
  }

  private static Object nobodyAsks(String call, Object[] with) {
    throw new AssertionError(call);
  }

  private Object host(String call, Object[] with) {
    return switch (call) {
      case "look" ->
          new HostLook(
              Workload.ambiguous("the host is not reached"),
              DataDirectory.of(DataDirectory.State.UNREADABLE),
              installation());
      case "takeover" -> takeover;
      case "lock" -> lock;
      default -> nobodyAsks(call, with);
    };
  }

  private Installation installation() {
    hostsRead.incrementAndGet();
    return new Installation(Optional.empty(), List.of(), new TreeMap<>(settings), Optional.empty());
  }

  private static MemberName name(int number) {
    return new MemberName("etcd-" + number);
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring("etcd-".length()));
  }

  private static MembershipEntry listed(int number) {
    return new MembershipEntry(
        new MemberId(number + 1L),
        name(number).value(),
        false,
        List.of("http://10.0.0." + number + ":2380"),
        List.of("http://10.0.0." + number + ":2379"));
  }

  private interface Call {
    Object answer(String name, Object[] with);
  }

  private static <P> P port(Class<P> port, Call call) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, with) -> {
              Object answer = call.answer(method.getName(), with);
              return method.getReturnType() == void.class ? null : answer;
            }));
  }

  /** A clock that tests move. */
  public static final class Time extends Clock {
    private volatile Instant now = Instant.parse("2026-11-23T03:00:00Z");

    public void pass(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
