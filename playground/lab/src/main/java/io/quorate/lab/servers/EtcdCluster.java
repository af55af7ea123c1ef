package io.quorate.lab.servers;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An etcd cluster on 127.0.0.1, each member laid out as on a host of its own: see {@link
 * MemberFiles} and section 3 of the contract.
 *
 * <p>The cluster keeps its ports reserved until it is closed, also those of a member that is down.
 * Not for use by several threads at once.
 */
public final class EtcdCluster implements AutoCloseable {

  private final ToolFolder etcd;
  private final Path directory;
  private final int size;
  private final EtcdSettings settings;
  private final List<ReservedPort> ports = new ArrayList<>();
  private final List<EtcdMember> members = new ArrayList<>();
  private final List<Ending> endings = new ArrayList<>();

  private EtcdCluster(ToolFolder etcd, Path directory, int size, EtcdSettings settings) {
    this.etcd = etcd;
    this.directory = directory.toAbsolutePath();
    this.size = size;
    this.settings = settings;
  }

  /**
   * Lays out the members etcd-0, etcd-1, ... and starts none.
   *
   * @param directory gets a folder for each member; must not have one yet
   * @param size number of first members; etcd recommends 1, 3 or 5
   */
  public static EtcdCluster layOut(ToolFolder etcd, Path directory, int size, EtcdSettings settings)
      throws IOException {
    var cluster = new EtcdCluster(etcd, directory, size, settings);
    try {
      for (int number = 0; number < size; number++) {
        cluster.addMember();
      }
      String initial = cluster.initialCluster();
      for (EtcdMember member : cluster.members) {
        cluster.create(member, initial, "new");
      }
      return cluster;
    } catch (IOException | RuntimeException failure) {
      cluster.releasePorts();
      throw failure;
    }
  }

  /**
   * Lays out one more host, for a member that is to join later. Nothing is started, and whoever
   * adds the member changes the membership; the member's environment file says that the cluster
   * exists.
   */
  public EtcdMember layOutAnother() throws IOException {
    var member = addMember();
    create(member, initialCluster(), "existing");
    return member;
  }

  /** Which URLs the new place of a moved member gets: new ones, or the member's present ones. */
  public enum Urls {
    NEW,
    KEPT
  }

  /**
   * Lays out a place for a member to move to: a folder such as {@code etcd-1.next}, with an
   * environment file that keeps the member's name. Nothing is started.
   */
  public EtcdMember layOutNext(String name, Urls urls) throws IOException {
    var member = member(name);
    String place = name + ".next";
    String initial = initialCluster();
    var next =
        switch (urls) {
          case NEW -> addMember(place);
          case KEPT -> addMember(place, member.peerUrl(), member.clientUrl());
        };
    create(next, name, initial, "existing");
    return next;
  }

  /** Returns the place this member may move to; empty when none was laid out. */
  public Optional<EtcdMember> next(String name) {
    return members.stream().filter(member -> member.name().equals(name + ".next")).findFirst();
  }

  /**
   * Returns all members in the order they were laid out, including those of {@link
   * #layOutAnother()} and {@link #layOutNext}.
   */
  public List<EtcdMember> members() {
    return List.copyOf(members);
  }

  /**
   * Returns the member of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public EtcdMember member(String name) {
    return members.stream()
        .filter(member -> member.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no member " + name));
  }

  /**
   * Starts those first members that do not run, and waits until each of them serves.
   *
   * @param limit for all of them together; 1 to 3 s are usual
   * @throws IOException when a member ended instead, with the last line of its log
   */
  public void start(Duration limit) throws IOException, InterruptedException {
    for (EtcdMember member : firstMembers()) {
      if (!member.isRunning()) {
        member.start();
      }
    }
    Await.until("all members to serve", limit, () -> ended().isPresent() || allServe());
    var ended = ended();
    if (ended.isPresent()) {
      throw new IOException(
          ended.get().name() + " ended: " + ended.get().files().process().lastLogLine());
    }
  }

  private List<EtcdMember> firstMembers() {
    return members.subList(0, size);
  }

  private Optional<EtcdMember> ended() {
    return firstMembers().stream().filter(member -> !member.isRunning()).findFirst();
  }

  private boolean allServe() throws InterruptedException {
    for (EtcdMember member : firstMembers()) {
      if (!member.isServing()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the client URLs of all members, separated by commas. */
  public String endpoints() {
    return members.stream()
        .map(member -> member.clientUrl().toString())
        .collect(Collectors.joining(","));
  }

  /** Runs etcdctl against all members, see {@link Etcdctl#run}. */
  public Command.Finished etcdctl(String... words) throws IOException, InterruptedException {
    return etcdctl().run(endpoints(), words);
  }

  /** Runs etcdctl against one member, as a snapshot and a status want it. */
  public Command.Finished etcdctlAt(EtcdMember member, String... words)
      throws IOException, InterruptedException {
    return etcdctl().run(member.clientUrl().toString(), words);
  }

  private Etcdctl etcdctl() {
    return new Etcdctl(etcd.program("etcdctl"), settings.client());
  }

  /** Kills all members, waits until they are gone and releases the ports. The files stay. */
  @Override
  public void close() throws IOException {
    members.forEach(member -> member.files().process().kill());
    try {
      for (EtcdMember member : members) {
        member.kill();
      }
      for (Ending one : endings) {
        one.end();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the killed members ended", interrupted);
    } finally {
      releasePorts();
    }
  }

  /** End of what a scenario put beside the members, such as a file system of a member's data. */
  @FunctionalInterface
  public interface Ending {
    /** Ends it. */
    void end() throws IOException, InterruptedException;
  }

  /** Registers what is to be ended after the members are killed. */
  public void atTheEnd(Ending ending) {
    endings.add(ending);
  }

  private EtcdMember addMember() throws IOException {
    return addMember("etcd-" + members.size());
  }

  private EtcdMember addMember(String name) throws IOException {
    var own = ReservedPort.take(2);
    ports.addAll(own);
    return addMember(
        name,
        url(settings.peerScheme(), own.getFirst()),
        url(settings.clientScheme(), own.getLast()));
  }

  private EtcdMember addMember(String name, URI peerUrl, URI clientUrl) {
    var files = new MemberFiles(directory.resolve(name));
    var member = new EtcdMember(name, files, peerUrl, clientUrl, etcdctl());
    members.add(member);
    return member;
  }

  private static URI url(String scheme, ReservedPort port) {
    return URI.create(scheme + "://127.0.0.1:" + port.number());
  }

  private void create(EtcdMember member, String initialCluster, String state) throws IOException {
    create(member, member.name(), initialCluster, state);
  }

  private void create(EtcdMember member, String etcdName, String initialCluster, String state)
      throws IOException {
    var environment = new LinkedHashMap<String, String>();
    environment.put("ETCD_NAME", etcdName);
    environment.put("ETCD_DATA_DIR", member.dataDirectory().toString());
    environment.put("ETCD_LISTEN_PEER_URLS", member.peerUrl().toString());
    environment.put("ETCD_INITIAL_ADVERTISE_PEER_URLS", member.peerUrl().toString());
    environment.put("ETCD_LISTEN_CLIENT_URLS", member.clientUrl().toString());
    environment.put("ETCD_ADVERTISE_CLIENT_URLS", member.clientUrl().toString());
    environment.put("ETCD_INITIAL_CLUSTER", initialCluster);
    environment.put("ETCD_INITIAL_CLUSTER_STATE", state);
    environment.put("ETCD_INITIAL_CLUSTER_TOKEN", token());
    // Not "default", which writes to the journal when etcd is a child of process 1.
    environment.put("ETCD_LOG_OUTPUTS", "stderr");
    if (etcd.tool().minor().equals("3.4")) {
      // The default logger of etcd 3.4 still writes the older line format.
      environment.put("ETCD_LOGGER", "zap");
    }
    environment.putAll(settings.of(etcdName, member.files()));
    member.files().create(etcd.program("etcd"), new EnvironmentFile(environment));
  }

  private String initialCluster() {
    return members.stream()
        .map(member -> member.name() + "=" + member.peerUrl())
        .collect(Collectors.joining(","));
  }

  /**
   * Returns a token of this cluster alone. etcd derives cluster and member ids from token and URLs,
   * so two clusters with equal ones would accept each other's members.
   */
  private String token() {
    return "playground-" + members.getFirst().peerUrl().getPort();
  }

  private void releasePorts() throws IOException {
    for (ReservedPort port : ports) {
      port.close();
    }
  }
}
