package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.token.TokensFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Configuration with which Quorate tests itself: the Temporal of an installation with a task queue
 * of its own, one cluster, one approver, and a gateway on a free port of loopback.
 *
 * @param folder of the tokens and of what is kept for the cluster
 */
public record SelfTestConfiguration(Path folder) {
  /** The approver. */
  public static final String APPROVER = "selftest";

  /** The labels of an alert about the cluster. */
  public static final Map<String, String> LABELS =
      Map.of("cluster", ClusterKey.SELF_TEST.value(), "alertname", "SelfTest");

  /** Returns the settings of the installation's Temporal, with the task queue of the self-test. */
  public static TemporalSettings temporal(TemporalSettings installation) {
    return new TemporalSettings(
        installation.target(),
        installation.namespace(),
        installation.taskQueue() + "-selftest",
        installation.tls(),
        installation.apiKey(),
        Optional.empty(),
        installation.page());
  }

  /** Returns the file with the token of the approver. */
  public TokensFile tokens() {
    return new TokensFile(folder.resolve("tokens"));
  }

  /** Returns the file with the token of whoever sends alerts. */
  public Path alertToken() {
    return folder.resolve("alert-token");
  }

  /**
   * Returns the configuration.
   *
   * @param clientUrls of the members
   * @param peerUrls of the members, at which their metrics are
   */
  public Configuration of(
      Configuration installation,
      SortedMap<MemberName, URI> clientUrls,
      SortedMap<MemberName, URI> peerUrls) {
    Approvers approvers =
        new Approvers(
            List.of(new Approver(APPROVER, Optional.empty(), Set.of(), Set.of(APPROVER))));
    SortedMap<MemberName, MemberSettings> members = new TreeMap<>();
    clientUrls.forEach(
        (name, url) -> members.put(name, member(name, url, peerUrls.getOrDefault(name, url))));
    ClusterSettings cluster =
        new ClusterSettings(
            ClusterKey.SELF_TEST,
            Optional.empty(),
            LABELS,
            members,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            BackupSettings.NONE);
    return new Configuration(
        folder.resolve("quorate.yml"),
        temporal(installation.temporal()),
        new GatewaySettings(
            new HostPort("127.0.0.1", 0),
            Optional.of(new SecretFile(alertToken())),
            Optional.of(tokens()),
            new GatewayTransport.Clear(),
            Optional.empty()),
        new SnapshotDirectory(folder.resolve("snapshots")),
        Optional.empty(),
        new ApprovalSettings(approvers, ApprovalPolicy.DEFAULT.among(approvers.electorate())),
        List.of(),
        new TreeMap<>(Map.of(cluster.key(), cluster)),
        installation.lookAgain(),
        installation.canary(),
        Optional.empty(),
        Optional.empty(),
        installation.metrics(),
        installation.fleet(),
        List.of(),
        new TreeMap<>(),
        Optional.empty());
  }

  private MemberSettings member(MemberName name, URI clientUrl, URI peerUrl) {
    Path place = folder.resolve(name.value());
    return new MemberSettings(
        name,
        Optional.empty(),
        FailureDomain.UNKNOWN,
        Optional.empty(),
        peerUrl,
        clientUrl,
        Optional.of(peerUrl),
        new OnHost(
            new HostSettings.Local(),
            place,
            place,
            place,
            new ServiceSettings.Process(place, place),
            Optional.empty()),
        Optional.empty());
  }
}
