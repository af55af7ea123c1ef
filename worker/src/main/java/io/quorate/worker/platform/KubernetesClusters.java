package io.quorate.worker.platform;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.command.Probe;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.EtcdRelease;
import io.quorate.configuration.InKubernetes;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.SetSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.hosts.ReleaseImage;
import io.quorate.kubernetes.ApiClients;
import io.quorate.kubernetes.ApiSource;
import io.quorate.kubernetes.KubernetesPlatform;
import io.quorate.kubernetes.SetCheck;
import io.quorate.kubernetes.SetCheck.Finding;
import io.quorate.kubernetes.SetChecks;
import io.quorate.kubernetes.SetMembers.SetMember;
import io.quorate.kubernetes.SetNames;
import io.quorate.kubernetes.SetSearch;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import io.quorate.port.Platform;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Members in the pods of StatefulSets. */
final class KubernetesClusters implements ClusterPlatform {
  private static final int LONGEST_URL = 200;
  private static final int LONGEST_NAMES = 300;

  private final List<EtcdRelease> releases;
  private final Clock clock;
  private final ApiClients clients = new ApiClients(System.getenv());
  private final Map<ClusterKey, Made> platforms = new ConcurrentHashMap<>();

  /** Platform with the settings of which it was made, which may change. */
  private record Made(SetSettings sets, KubernetesPlatform platform) {}

  private final Map<ClusterKey, List<SetMember>> known = new ConcurrentHashMap<>();

  KubernetesClusters(List<EtcdRelease> releases, Clock clock) {
    this.releases = List.copyOf(releases);
    this.clock = clock;
  }

  @Override
  public Platform ports(ClusterSettings cluster) {
    return platform(cluster);
  }

  private KubernetesPlatform platform(ClusterSettings cluster) {
    SetSettings sets = cluster.sets().orElseThrow();
    ApiSource source = source(sets.api());
    return platforms
        .compute(
            cluster.key(),
            (key, made) ->
                made != null && made.sets().equals(sets) && made.platform().isOf(clients, source)
                    ? made
                    : new Made(
                        sets,
                        KubernetesPlatform.of(
                            clients, source, names(sets), images(), sets.keeperImage(), clock)))
        .platform();
  }

  private static SetNames names(SetSettings sets) {
    return new SetNames(sets.namespace(), sets.names());
  }

  private List<ReleaseImage> images() {
    return releases.stream()
        .flatMap(
            release ->
                release.image().stream().map(image -> new ReleaseImage(release.version(), image)))
        .toList();
  }

  private static ApiSource source(ApiAddress api) {
    return switch (api) {
      case ApiAddress.Kubeconfig(Path file, String context) ->
          new ApiSource.Kubeconfig(file, context);
      case ApiAddress.InCluster here -> new ApiSource.InCluster();
    };
  }

  /**
   * {@inheritDoc}
   *
   * <p>The configuration may have the URLs of members whose ordinals the StatefulSet has not got.
   * While the API server does not answer, the members are those that it named last.
   */
  @Override
  public ClusterSettings located(ClusterSettings cluster) {
    SetSettings sets = cluster.sets().orElseThrow();
    List<SetMember> named = named(cluster);
    SortedMap<MemberName, MemberSettings> members = new TreeMap<>(cluster.members());
    if (sets.names().size() == 1 && !named.isEmpty()) {
      members.keySet().retainAll(named.stream().map(SetMember::name).toList());
    }
    for (SetMember member : named) {
      Optional<Integer> ordinal =
          Optional.of(member.ordinal()).filter(any -> sets.names().size() == 1);
      InKubernetes place = new InKubernetes(sets, ordinal);
      members.merge(member.name(), settings(member, place), (stated, seen) -> stated.on(place));
    }
    ClusterSettings located = cluster.withMembers(members);
    requireSafe(sets.words(), located);
    return located;
  }

  /**
   * The rules of a configuration for the URLs that a template names: anybody may have edited it.
   */
  static void requireSafe(String sets, ClusterSettings located) {
    located
        .urlInTheClear()
        .ifPresent(
            url -> {
              throw new Failure.Fault(
                  "the %s names the client URL %s, to which etcd's password would be sent in the clear; serve clients with TLS, or leave credentials out of quorate.yml"
                      .formatted(sets, CleanText.line(url.toString(), LONGEST_URL)));
            });
    if (located.lacksTls()) {
      throw new Failure.Fault(
          "the %s serves clients with TLS; write tls into quorate.yml, so that Quorate knows whom to trust"
              .formatted(sets));
    }
  }

  private List<SetMember> named(ClusterSettings cluster) {
    try {
      List<SetMember> members = platform(cluster).members();
      known.put(cluster.key(), members);
      return members;
    } catch (Failure unread) {
      List<SetMember> before = known.get(cluster.key());
      if (before == null && cluster.members().isEmpty()) {
        throw unread;
      }
      return before == null ? List.of() : before;
    }
  }

  @Override
  public String disruptionBudget(ClusterSettings cluster) {
    return platform(cluster).disruptionBudget(cluster.key().value());
  }

  private static MemberSettings settings(SetMember member, InKubernetes place) {
    return new MemberSettings(
        member.name(),
        Optional.empty(),
        FailureDomain.UNKNOWN,
        Optional.empty(),
        member.peerUrl(),
        member.clientUrl(),
        member.metricsUrl(),
        place,
        Optional.empty());
  }

  @Override
  public List<Probe> probes(Collection<ClusterSettings> clusters) {
    return clusters.stream().flatMap(this::probes).toList();
  }

  private Stream<Probe> probes(ClusterSettings cluster) {
    SetSettings sets = cluster.sets().orElseThrow();
    var checks =
        new SetChecks(
            clients,
            source(sets.api()),
            cluster.key().value(),
            names(sets),
            sets.keeperImage(),
            clock);
    var listed =
        SetCheck.failing(
            "members of quorate.yml",
            () -> uncalled(cluster.members().keySet(), () -> platform(cluster).memberNames()));
    return Stream.concat(checks.all().stream(), Stream.of(listed))
        .map(check -> new SetProbe(cluster.key(), check));
  }

  /**
   * Why the listing of a member counts for nothing; empty where the template knows all, or is not
   * seen.
   */
  static Optional<String> uncalled(Set<MemberName> listed, Supplier<List<String>> called) {
    try {
      List<String> names = listed.isEmpty() ? List.of() : called.get();
      return listed.stream()
          .filter(member -> !names.isEmpty() && !names.contains(member.value()))
          .findFirst()
          .map(
              member ->
                  "members lists %s, and the template calls nobody so; the names are: %s. Do: correct the name in quorate.yml"
                      .formatted(member, CleanText.line(String.join(", ", names), LONGEST_NAMES)));
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
    return List.of(
        Checked.of(
            "pod" + whose,
            seen.map(Member::workload)
                .filter(workload -> !workload.runs())
                .map(workload -> workload.evidence())));
  }

  static List<String> contexts(Path kubeconfig) {
    return ApiSource.Kubeconfig.contexts(kubeconfig);
  }

  FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen) {
    return SetSearch.in(clients, source(api), namespace).find(chosen);
  }

  @Override
  public void close() {
    clients.close();
  }

  /** A check of one cluster, for {@code quorate check}, which is made once. */
  private static final class SetProbe implements Probe {
    private final String name;
    private final Supplier<Optional<Finding>> check;
    private @Nullable Answer answer;

    SetProbe(ClusterKey cluster, SetCheck check) {
      this.name = "%s (%s)".formatted(check.name(), cluster);
      this.check = check.finding();
    }

    private record Answer(Optional<Finding> found) {
      Optional<String> sentence(boolean fails) {
        return found.filter(one -> one.fails() == fails).map(Finding::sentence);
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Optional<String> trouble() {
      return answer().sentence(true);
    }

    @Override
    public Optional<String> warning() {
      return answer().sentence(false);
    }

    private Answer answer() {
      Answer known = answer;
      if (known == null) {
        known = new Answer(check.get());
        answer = known;
      }
      return known;
    }
  }
}
