package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.ObservationDepth;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.record.ObservationMemory;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import io.quorate.worker.platform.Platforms;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import picocli.CommandLine;

/**
 * A desk to type commands at: faked parts, a clock that only a pause moves, two streams to read.
 */
final class Desk {
  static final Instant START = Instant.parse("2026-03-01T03:04:05Z");

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Instant now = START;
  private Drawn drawn = Drawn.WHOLE;
  private Optional<Drawn> drawnOnce = Optional.empty();
  private Set<Terminal.Stream> terminals = Set.of();
  private Runnable meanwhile = () -> {};
  private final Queue<String> typed = new ArrayDeque<>();
  private int pausesBeforeInterrupt = Integer.MAX_VALUE;
  final List<Roles> served = new ArrayList<>();

  /** How deep each look was, in order. */
  final List<ObservationDepth> depths = new ArrayList<>();

  Optional<String> temporalTrouble = Optional.empty();

  /** Why no cluster can be looked at. */
  Optional<Failure> unseen = Optional.empty();

  /** Members that run on machines, by their address. */
  final Map<String, List<FoundMember>> found = new HashMap<>();

  /** What etcd says of its members; nothing where it does not answer. */
  List<MembershipEntry> listed = List.of();

  /** The contexts of each kubeconfig file. */
  List<String> contexts = List.of("prod");

  /** The StatefulSets of each namespace; nothing where none runs etcd. */
  Optional<FoundSets> sets = Optional.empty();

  /** The API server and the names that the search for StatefulSets was told last. */
  final List<Object> searched = new ArrayList<>();

  /** What is on the members' hosts; by default no host answers. */
  DataDirectories directories = new KeptAside(Map.of());

  /** The cluster as its platform tells it. */
  UnaryOperator<ClusterSettings> located = UnaryOperator.identity();

  Supplier<String> budget = () -> "kind: PodDisruptionBudget\n";

  Desk(Path directory) {
    this.directory = directory;
    configure("");
  }

  Desk sees(Drawn seen) {
    drawn = seen;
    return this;
  }

  /** A person at the terminal who types these lines, one each time they are asked. */
  Desk typing(String... lines) {
    terminals = Set.of(Terminal.Stream.IN, Terminal.Stream.OUT, Terminal.Stream.ERR);
    typed.addAll(List.of(lines));
    return this;
  }

  /** What the first look sees, before all others. */
  Desk seesAtFirst(Drawn seen) {
    drawnOnce = Optional.of(seen);
    return this;
  }

  Desk with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Desk onTerminal() {
    terminals = Set.of(Terminal.Stream.OUT, Terminal.Stream.ERR);
    return this;
  }

  /** Presses Ctrl-C in this pause of the next command, from 0; each before it does this. */
  Desk interruptedInPause(int pause) {
    pausesBeforeInterrupt = pause;
    return this;
  }

  /** Something happens in each pause. */
  Desk meanwhile(Runnable happens) {
    meanwhile = happens;
    return this;
  }

  /** The usual configuration with more in front of it. */
  Desk configure(String more) {
    StringBuilder yaml = new StringBuilder(more);
    yaml.append("snapshots: {directory: snapshots}\n");
    yaml.append("clusters:\n  payments:\n    platform: hosts\n    memberDefaults:\n");
    yaml.append("      dataDirectory: ").append(directory).append("/{name}\n");
    yaml.append("      environmentFile: \"{name}.env\"\n      binary: etcd\n");
    yaml.append("      service: {process: {pidFile: \"{name}.pid\", logFile: \"{name}.log\"}}\n");
    yaml.append("    members:\n");
    for (int host = 0; host < 3; host++) {
      yaml.append("      etcd-").append(host).append(": {zone: ").append("abc".charAt(host));
      yaml.append(", peerUrl: \"http://10.0.0.").append(host + 1).append(":2380\"");
      yaml.append(", clientUrl: \"http://10.0.0.").append(host + 1).append(":2379\"}\n");
    }
    try {
      Path file = directory.resolve("quorate.yml");
      Files.writeString(file, yaml);
      environment.put("QUORATE_CONFIG", file.toString());
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
    return this;
  }

  int type(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return quorate().run(arguments);
  }

  /** The verbs as picocli knows them. */
  CommandLine line() {
    return quorate().line();
  }

  private Quorate quorate() {
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            terminals,
            environment,
            () -> now,
            this::pauseUnlessInterrupted,
            () -> Optional.ofNullable(typed.poll()));
    return new Quorate(terminal, new FakeWiring());
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  Instant now() {
    return now;
  }

  private void pauseUnlessInterrupted(Duration duration) throws InterruptedException {
    if (pausesBeforeInterrupt-- <= 0) {
      throw new InterruptedException();
    }
    meanwhile.run();
    pause(duration);
  }

  void pause(Duration duration) {
    now = now.plus(duration);
  }

  /** What the wiring would bring. */
  private final class FakeWiring implements Wiring {
    @Override
    public Looks looks(Configuration configuration) {
      return new Looks() {
        @Override
        public ClusterView look(ClusterKey cluster, ObservationMemory before, LookScope scope) {
          unseen.ifPresent(
              why -> {
                throw why;
              });
          depths.add(scope.depth());
          Drawn seen = drawnOnce.orElse(drawn);
          drawnOnce = Optional.empty();
          return seen.at(now, before);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public SnapshotCatalogue snapshots(Configuration configuration) {
      return SnapshotPlace.in(directory(configuration), Clock.systemUTC()).catalogue();
    }

    @Override
    public ClusterSettings located(ClusterSettings cluster) {
      return located.apply(cluster);
    }

    @Override
    public DataDirectories directories(ClusterSettings cluster) {
      return directories;
    }

    @Override
    public String disruptionBudget(ClusterSettings cluster) {
      return budget.get();
    }

    @Override
    public SnapshotStore store(Configuration configuration) {
      return SnapshotPlace.in(directory(configuration), Clock.fixed(START, ZoneOffset.UTC)).store();
    }

    @Override
    public ClusterRecords records(Configuration configuration) {
      return SnapshotPlace.in(directory(configuration), Clock.fixed(START, ZoneOffset.UTC))
          .records();
    }

    private static Path directory(Configuration configuration) {
      return ((SnapshotDirectory) configuration.snapshots()).directory();
    }

    @Override
    public List<Checked> checks(
        MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
      return new Platforms(List.of(), Clock.systemUTC()).checks(member, seen, view, whose);
    }

    @Override
    public List<Probe> probes(Configuration configuration) {
      return List.of(
          new Probe() {
            @Override
            public String name() {
              return "Temporal at " + configuration.temporal().target();
            }

            @Override
            public Optional<String> trouble() {
              return temporalTrouble;
            }
          });
    }

    @Override
    public List<MembershipEntry> listed(List<URI> endpoints, Optional<TlsFiles> tls) {
      if (listed.isEmpty()) {
        throw new Failure.Transient("no endpoint told the members");
      }
      return listed;
    }

    @Override
    public List<FoundMember> membersOn(HostSettings.Ssh host) {
      return found.getOrDefault(host.address(), List.of());
    }

    @Override
    public List<String> contexts(Path kubeconfig) {
      return contexts;
    }

    @Override
    public FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen) {
      searched.addAll(List.of(api, namespace, chosen));
      return sets.orElseThrow(() -> new Failure.Refused("nobody knows which sets are meant"));
    }

    @Override
    public SSLContext trusting(Path ca) {
      throw new UnsupportedOperationException("no gateway here speaks TLS");
    }

    @Override
    public int serve(Configuration configuration, Roles roles) {
      served.add(roles);
      return 0;
    }
  }
}
