package io.quorate.worker.platform;

import io.quorate.command.Probe;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.EtcdRelease;
import io.quorate.configuration.InKubernetes;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.PlatformSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.kubernetes.RehearsedAnswers;
import io.quorate.port.FoundSets;
import io.quorate.port.Platform;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Platforms of all clusters; connections open when first used. */
public final class Platforms implements AutoCloseable {
  private final HostsPlatform hosts;
  private final List<EtcdRelease> releases;
  private final Clock clock;
  private @Nullable KubernetesClusters kubernetes;

  /**
   * Creates the platforms.
   *
   * @param releases releases of etcd that members may be moved to
   */
  public Platforms(List<EtcdRelease> releases, Clock clock) {
    this.hosts = new HostsPlatform(releases, clock);
    this.releases = List.copyOf(releases);
    this.clock = clock;
  }

  /** The platform of these settings. The switch names every platform that there is. */
  private ClusterPlatform of(PlatformSettings settings) {
    return switch (settings) {
      case OnHost onHost -> hosts;
      case InKubernetes pod -> kubernetes();
    };
  }

  /** The platform of Kubernetes, made when first needed: its client has thousands of classes. */
  private synchronized KubernetesClusters kubernetes() {
    KubernetesClusters made = kubernetes;
    if (made == null) {
      made = new KubernetesClusters(releases, clock);
      kubernetes = made;
    }
    return made;
  }

  /** The platform of a cluster, all of whose members run on one platform. */
  private ClusterPlatform of(ClusterSettings cluster) {
    return cluster.sets().isPresent() ? kubernetes() : hosts;
  }

  /**
   * The cluster with all its members. A StatefulSet names members that the configuration does not
   * list, and is asked for them. Throws a {@link io.quorate.port.Failure} where nobody knows the
   * members.
   */
  public ClusterSettings located(ClusterSettings cluster) {
    return of(cluster).located(cluster);
  }

  /** The ports of one cluster's platform; opens no connection. */
  public Platform ports(ClusterSettings cluster) {
    return of(cluster).ports(cluster);
  }

  /**
   * The manifest of the PodDisruptionBudget that the cluster should have.
   *
   * @throws io.quorate.port.Failure.Refused where there is none that would do any good
   */
  public String disruptionBudget(ClusterSettings cluster) {
    return of(cluster).disruptionBudget(cluster);
  }

  /** Probes of everything that the members of these clusters run on. */
  public List<Probe> probes(Collection<ClusterSettings> clusters) {
    return clusters.stream()
        .collect(Collectors.groupingBy(this::of, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .flatMap(each -> each.getKey().probes(each.getValue()).stream())
        .toList();
  }

  /**
   * Checks of a member's files by what a look found of them.
   *
   * @param whose the member, as a clause at the end of each name
   */
  public List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
    return of(member.platform()).checks(member, seen, view, whose);
  }

  /** The members that run on a machine, as a configuration would have them. */
  public List<FoundMember> membersOn(HostSettings.Ssh host) {
    return hosts.membersOn(host);
  }

  /** Reads the answers of platforms that a first look reads, without any platform. */
  public static void rehearse() {
    RehearsedAnswers.read();
  }

  /** The names of the contexts in a kubeconfig file. */
  public static List<String> contexts(Path kubeconfig) {
    return KubernetesClusters.contexts(kubeconfig);
  }

  /** The StatefulSets of one cluster in a namespace, as a configuration would have them. */
  public FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen) {
    return kubernetes().setsIn(api, namespace, chosen);
  }

  @Override
  public synchronized void close() {
    hosts.close();
    if (kubernetes != null) {
      kubernetes.close();
    }
  }
}
