package io.quorate.observation;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Trap;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A healthy cluster as an executor sees it; {@code etcd-0} leads. */
public final class Voters {
  private static final ClusterId CLUSTER = new ClusterId(7);
  private static final MemberId LEADER = new MemberId(1);

  private Voters() {}

  public static ClusterView of(EtcdVersion version, MemberName... names) {
    return of(version, Optional.empty(), names);
  }

  /** As {@link #of(EtcdVersion, MemberName...)}, of voters with this trap around each. */
  public static ClusterView of(EtcdVersion version, Optional<Trap> trap, MemberName... names) {
    List<Member> voters = List.of(names).stream().map(name -> voter(name, version, trap)).toList();
    return view(
        new ClusterKey("test"),
        Instant.EPOCH,
        Optional.of(CLUSTER),
        MembershipSource.LINEARIZABLE,
        voters);
  }

  /** A view of these members, in which nothing else was seen. */
  public static ClusterView view(
      ClusterKey key,
      Instant at,
      Optional<ClusterId> cluster,
      MembershipSource source,
      List<Member> members) {
    return new ClusterView(
        key,
        at,
        cluster,
        source,
        members,
        List.of(),
        at,
        Optional.empty(),
        Duration.ZERO,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** etcd-0 has the member id 1, and so on. */
  public static MembershipEntry listing(MemberName name) {
    long number = Long.parseLong(name.value().replace("etcd-", ""));
    return new MembershipEntry(
        new MemberId(LEADER.value() + number),
        name.value(),
        false,
        List.of("http://" + name + ":2380"),
        List.of("http://" + name + ":2379"));
  }

  private static Member voter(MemberName name, EtcdVersion version, Optional<Trap> trap) {
    MembershipEntry listing = listing(name);
    return new Member(
        name,
        Optional.empty(),
        Optional.of(listing),
        Optional.of(status(name, version)),
        Optional.empty(),
        PeerActivity.ACTIVE,
        Workload.running("pid 4711", new Run("4711", "pid 4711")).trapped(trap),
        DataDirectory.of(DataDirectory.State.PRESENT),
        Optional.empty(),
        Optional.empty(),
        Optional.of(version.line()),
        Installation.UNKNOWN,
        Optional.empty());
  }

  /** What a healthy voter says of itself. */
  public static MemberStatus status(MemberName name, EtcdVersion version) {
    return new MemberStatus(
        listing(name).id(),
        CLUSTER,
        version,
        false,
        Optional.of(LEADER),
        2,
        100,
        100,
        new Revision(50),
        20_480,
        16_384,
        List.of(),
        StorageStatus.UNKNOWN);
  }
}
