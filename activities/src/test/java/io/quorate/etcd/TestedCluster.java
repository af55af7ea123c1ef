package io.quorate.etcd;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.Storage;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.Pulse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A real cluster of three, room for two more members, and the adapter that is tested on them. */
final class TestedCluster implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(30);

  private final ToolFolder tool;
  private final Path folder;
  private final EtcdCluster servers;
  private final List<EtcdMember> voters;
  private final EtcdConnections connections;
  private final PinnedPorts pinned;

  /** Starts the members and waits until all of them answer. */
  static TestedCluster started(ToolFolder tool) throws IOException, InterruptedException {
    return started(3, tool, EtcdSettings.plain(), Optional.empty());
  }

  static TestedCluster started(int size, ToolFolder tool, EtcdSettings settings, Optional<Tls> tls)
      throws IOException, InterruptedException {
    var cluster = new TestedCluster(size, tool, settings, tls);
    try {
      cluster.servers.start(LIMIT);
      return cluster;
    } catch (InterruptedException | IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private TestedCluster(int size, ToolFolder tool, EtcdSettings settings, Optional<Tls> tls)
      throws IOException {
    this.tool = tool;
    this.folder = Files.createTempDirectory("quorate-etcd");
    this.servers = EtcdCluster.layOut(tool, folder, size, settings);
    this.voters = servers.members();
    servers.layOutAnother();
    servers.layOutAnother();
    this.connections = new EtcdConnections(endpoints(tls, Optional.empty()));
    this.pinned = connections.pinnedPorts();
  }

  EtcdEndpoints endpoints(Optional<Tls> tls, Optional<Login> login) {
    Map<MemberName, URI> urls =
        servers.members().stream()
            .collect(Collectors.toMap(TestedCluster::name, EtcdMember::clientUrl));
    return new EtcdEndpoints(
        new ClusterKey("tested"), urls, Map.of(), tls, Optional.empty(), login);
  }

  /** Endpoints whose peers have a CA of their own. */
  EtcdEndpoints endpointsOfPeers(Tls clients, Tls peers) {
    return new EtcdEndpoints(
        new ClusterKey("tested"),
        endpoints(Optional.empty(), Optional.empty()).clientUrls(),
        Map.of(),
        Optional.of(clients),
        Optional.of(peers),
        Optional.empty());
  }

  /** Endpoints of members that serve their metrics elsewhere. */
  EtcdEndpoints endpointsWith(Map<MemberName, URI> metricsUrls) {
    return new EtcdEndpoints(
        new ClusterKey("tested"),
        endpoints(Optional.empty(), Optional.empty()).clientUrls(),
        metricsUrls,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  ToolFolder tool() {
    return tool;
  }

  Membership membership() {
    return pinned.membership();
  }

  Storage storage() {
    return pinned.storage();
  }

  Downgrade downgrade() {
    return pinned.downgrade();
  }

  Maintenance maintenance() {
    return pinned.maintenance();
  }

  Pulse pulse() {
    return pulse(InstantSource.system());
  }

  Pulse pulse(InstantSource clock) {
    return connections.pulse(clock, KeptChannels.ALL).join();
  }

  List<MemberName> names() {
    return voters.stream().map(TestedCluster::name).toList();
  }

  List<EtcdMember> voters() {
    return voters;
  }

  EtcdMember voter(int number) {
    return voters.get(number);
  }

  /** Laid out, in nobody's membership. */
  EtcdMember joiner() {
    return servers.members().get(voters.size());
  }

  /** Another one. */
  EtcdMember other() {
    return servers.members().getLast();
  }

  EtcdMember leader() {
    return voters.stream().filter(this::leads).findFirst().orElseThrow();
  }

  /** The voters that do not lead, in order. */
  List<EtcdMember> followers() {
    var leader = leader();
    return voters.stream().filter(member -> !member.equals(leader)).toList();
  }

  MemberId idOf(EtcdMember member) {
    return maintenance().status(name(member)).memberId();
  }

  void startAll() throws IOException, InterruptedException {
    servers.start(LIMIT);
  }

  /** Until etcd takes a membership change: all voters have been connected for 5 s. */
  void awaitSettled() throws InterruptedException {
    Await.until("a settled cluster", LIMIT, this::takesChanges);
  }

  private boolean takesChanges() {
    try {
      var through = name(leader());
      var added = membership().addLearner(through, other().peerUrl().toString(), permit());
      membership().remove(through, added.id(), permit());
      return true;
    } catch (Failure.NotYet | Failure.Transient notYet) {
      return false;
    }
  }

  boolean answers(EtcdMember member) {
    try {
      maintenance().status(name(member));
      return true;
    } catch (Failure.Transient silent) {
      return false;
    }
  }

  /** Whether this member has a raft connection with another. */
  boolean hears(EtcdMember seenBy, MemberId other) {
    return answers(seenBy) && maintenance().peers(name(seenBy)).active().contains(other);
  }

  private boolean leads(EtcdMember member) {
    return answers(member) && maintenance().status(name(member)).isLeader();
  }

  void put(int keys) throws IOException, InterruptedException {
    for (int key = 0; key < keys; key++) {
      ctl("put", "key-" + key, "value ".repeat(200));
    }
  }

  void ctl(String... words) throws IOException, InterruptedException {
    var finished = servers.etcdctl(words);
    if (!finished.succeeded()) {
      throw new IOException("etcdctl " + String.join(" ", words) + ": " + finished.output());
    }
  }

  static MemberName name(EtcdMember member) {
    return new MemberName(member.name());
  }

  static Permit permit() {
    return Permit.granted("tested.00000000", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }

  @Override
  public void close() throws IOException {
    connections.close();
    servers.close();
    Folders.delete(folder);
  }
}
