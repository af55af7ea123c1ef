package io.quorate.command;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Silence;
import io.quorate.cluster.StorageStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataVerdict;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.view.MembershipList;
import io.quorate.view.Observation;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The cluster payments with three voters, of which some are lost or silent. */
public record Drawn(
    Set<String> lost,
    Set<String> silent,
    Silence silence,
    Map<String, DataDirectory> directories,
    Map<String, ClusterId> clusters,
    List<String> sites) {
  private static final List<String> NAMES = List.of("etcd-0", "etcd-1", "etcd-2");
  private static final ClusterId CLUSTER = new ClusterId(0xc0ffeeL);
  private static final long LEADER = 0xA000_0000_0000_0000L;

  public static final Drawn WHOLE = new Drawn(Set.of(), Set.of());
  public static final Drawn ONE_LOST = new Drawn(Set.of("etcd-1"), Set.of());
  public static final Drawn DARK = new Drawn(Set.of(), Set.copyOf(NAMES));

  Drawn(Set<String> lost, Set<String> silent) {
    this(lost, silent, new Silence.Refused("connection refused"), Map.of(), Map.of(), List.of());
  }

  /** The same, and this is why the silent ones do not answer. */
  Drawn because(Silence why) {
    return new Drawn(lost, silent, why, directories, clusters, sites);
  }

  /** The same, and the log of this member says that its data is lost. */
  Drawn damaged(String name) {
    return new Drawn(
        lost,
        silent,
        silence,
        Map.of(
            name,
            new DataDirectory(
                DataDirectory.State.PRESENT,
                Optional.of(new DataFinding(DataVerdict.REPORTED, "crc mismatch")),
                Optional.empty())),
        clusters,
        sites);
  }

  /** Returns the same cluster, with a member that could not be started, for this reason. */
  Drawn unstartable(String name, String why) {
    return new Drawn(
        lost,
        silent,
        silence,
        Map.of(name, DataDirectory.of(DataDirectory.State.PRESENT).doubted(why)),
        clusters,
        sites);
  }

  /** Draws the clusters with a site for each member. */
  Drawn in(String... sites) {
    return new Drawn(lost, silent, silence, directories, clusters, List.of(sites));
  }

  /** The same, and these members answer as another cluster. */
  Drawn ofCluster(long id, String... names) {
    Map<String, ClusterId> others = new TreeMap<>();
    List.of(names).forEach(name -> others.put(name, new ClusterId(id)));
    return new Drawn(lost, silent, silence, directories, others, sites);
  }

  public ClusterView at(Instant now, ObservationMemory before) {
    Map<MemberName, ConfiguredMember> places = new TreeMap<>();
    Map<MemberName, MemberStatus> answers = new TreeMap<>();
    Map<MemberName, Silence> silences = new TreeMap<>();
    Map<MemberName, MemberMetrics> peers = new TreeMap<>();
    Map<MemberName, Workload> workloads = new TreeMap<>();
    Map<MemberName, DataDirectory> data = new TreeMap<>();
    for (String text : NAMES) {
      MemberName name = new MemberName(text);
      places.put(name, place(text));
      workloads.put(name, workload(text));
      data.put(name, data(text));
      if (answers(text)) {
        answers.put(name, answer(text));
        peers.put(
            name,
            new MemberMetrics(
                heard(),
                false,
                Optional.of("3.6"),
                new Quota.NotRead(),
                Optional.empty(),
                Map.of()));
      } else {
        silences.put(name, silence);
      }
    }
    return ClusterView.of(
        new Observation(
            new ClusterKey("payments"),
            now,
            places,
            answers,
            silences,
            answers.isEmpty() ? Optional.empty() : Optional.of(membership()),
            List.of(),
            peers,
            workloads,
            data,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Duration.ofSeconds(60),
            Map.of()),
        before);
  }

  private boolean answers(String name) {
    return !lost.contains(name) && !silent.contains(name);
  }

  private Set<MemberId> heard() {
    Set<MemberId> heard = new HashSet<>();
    NAMES.stream().filter(this::answers).forEach(name -> heard.add(id(name)));
    return heard;
  }

  private Workload workload(String name) {
    if (lost.contains(name)) {
      return Workload.stopped("pid 4711 is gone");
    }
    return silent.contains(name)
        ? Workload.ambiguous("the host does not say")
        : Workload.running("pid 4711 runs", new Run("4711.3", "pid 4711"));
  }

  private DataDirectory data(String name) {
    DataDirectory drawn = directories.get(name);
    if (drawn != null) {
      return drawn;
    }
    if (lost.contains(name)) {
      return DataDirectory.of(DataDirectory.State.ABSENT);
    }
    return DataDirectory.of(
        silent.contains(name) ? DataDirectory.State.UNREADABLE : DataDirectory.State.PRESENT);
  }

  private MembershipList membership() {
    return new MembershipList(
        MembershipSource.LINEARIZABLE,
        new MemberName("etcd-0"),
        NAMES.stream()
            .map(
                name ->
                    new MembershipEntry(
                        id(name),
                        name,
                        false,
                        List.of(place(name).peerUrl()),
                        List.of(place(name).clientUrl())))
            .toList());
  }

  private MemberStatus answer(String name) {
    return new MemberStatus(
        id(name),
        clusters.getOrDefault(name, CLUSTER),
        new EtcdVersion(3, 6, 16),
        false,
        Optional.of(new MemberId(LEADER)),
        7,
        50_000,
        50_000,
        new Revision(name.equals("etcd-0") ? 48_211 : 48_210),
        22_000_000,
        11_000_000,
        List.of(),
        StorageStatus.UNKNOWN);
  }

  private static MemberId id(String name) {
    return new MemberId(LEADER + NAMES.indexOf(name));
  }

  private ConfiguredMember place(String name) {
    int host = NAMES.indexOf(name) + 1;
    return new ConfiguredMember(
        "http://10.0.0." + host + ":2380",
        "http://10.0.0." + host + ":2379",
        new FailureDomain("abc".substring(host - 1, host)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        sites.stream().skip(host - 1).findFirst().map(FailureDomain::new));
  }
}
