package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.configuration.Configuration.Canary;
import io.quorate.configuration.InvalidConfiguration.Problems;
import io.quorate.configuration.TemporalSettings.WorkerDeployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads the sections of the file, from top to bottom; clusters and approval have readers of their
 * own.
 */
final class ConfigurationReader {
  private static final HostPort TEMPORAL = new HostPort("127.0.0.1", 7233);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);
  private static final String TOKEN_EXAMPLE = "botTokenFile: /etc/quorate/slack-bot-token";

  /** An image as a manifest names it; the registry's rules are stricter, and its to say. */
  private static final Reading<String> IMAGE =
      ValueParsers.matching(
          "[A-Za-z0-9][A-Za-z0-9._/:@-]{0,500}",
          "is no image; write, for example, registry.k8s.io/etcd:3.6.6-0");

  private final Path file;
  private final Paths paths;
  private final Section.Context context;
  private final Conflicts conflicts = new Conflicts();
  private final ClusterFiles more;

  /**
   * Creates a reader.
   *
   * @param more files with further clusters
   */
  ConfigurationReader(Path file, Environment environment, Problems problems, ClusterFiles more) {
    this.file = file;
    this.more = more;
    Path directory = file.toAbsolutePath().getParent();
    this.paths = new Paths(directory == null ? Path.of("/") : directory, environment);
    this.context = paths.context(problems);
  }

  Configuration read(MappingNode mapping) {
    Section root = Section.of(context, "", 1, mapping);
    TemporalSettings temporal =
        root.sectionOrEmpty("temporal", "temporal: {target: \"127.0.0.1:7233\"}", this::temporal);
    GatewaySettings gateway =
        root.sectionOrEmpty(
            "gateway",
            "gateway: {listen: \"127.0.0.1:8085\"}",
            section -> new GatewayReader(section, paths).read(conflicts));
    FurtherClusters clusters =
        FurtherClusters.of(new FurtherClusters.Main(file, paths, conflicts, clusters(root)), more);
    Configuration configuration =
        new Configuration(
            file,
            temporal,
            gateway,
            root.sectionOrEmpty(
                "snapshots",
                "snapshots: {directory: /var/lib/quorate}",
                section -> SnapshotReader.read(section, paths)),
            root.section("slack", "slack: {channel: \"#etcd-oncall\"}", this::slack),
            root.sectionOrEmpty(
                "approval",
                "approval: {expireAfter: 4h}",
                section -> new ApprovalReader(section, gateway.tokens().isPresent()).read()),
            root.sectionOrEmpty("etcd", "etcd: {releases: []}", this::releases),
            clusters.clusters(),
            root.sectionOrEmpty(
                "assessment",
                "assessment: {lookAgain: 60s}",
                section -> section.orElse("lookAgain", LOOK_AGAIN, ValueParsers::duration)),
            canary(root),
            HeartbeatSettings.read(root),
            root.section("selfTest", SelfTestSettings.EXAMPLE, SelfTestSettings::read),
            root.sectionOrEmpty(
                "metrics",
                MetricsSettings.EXAMPLE,
                section -> MetricsSettings.read(section, conflicts)),
            root.sectionOrEmpty("fleet", FleetSettings.EXAMPLE, FleetSettings::read),
            clusters.problems(),
            clusters.leftOut(),
            Optional.of(clusters));
    root.close();
    return configuration;
  }

  private SortedMap<ClusterKey, ClusterSettings> clusters(Section root) {
    return root.has("clusters") || more.isNone()
        ? new ClustersReader(root, paths, conflicts).read()
        : new TreeMap<>();
  }

  private TemporalSettings temporal(Section section) {
    if (!section.has("target")) {
      conflicts.standard(TEMPORAL, "temporal.target");
    }
    return new TemporalSettings(
        section.orElse("target", TEMPORAL, conflicts.address(ValueParsers::hostPort)),
        section.orElse("namespace", "default", ValueParsers::text),
        section.orElse("taskQueue", "quorate", ValueParsers::text),
        section.section("tls", TlsFiles.EXAMPLE, tls -> TlsFiles.read(tls, paths)),
        section.optional("apiKeyFile", paths::secret),
        section.section(
            "deployment",
            "deployment: {name: quorate, buildId: 0.2.0}",
            ConfigurationReader::deployment),
        section.optional("page", ValueParsers::pageUrl));
  }

  private static WorkerDeployment deployment(Section section) {
    return new WorkerDeployment(
        section.orElse("name", "quorate", ConfigurationReader::versionWord),
        section.required("buildId", "buildId: 0.2.0", "", ConfigurationReader::versionWord));
  }

  /**
   * Reads the name or build id of a worker deployment. Temporal joins name and build id with a dot
   * or a colon, and takes 255 characters in all.
   */
  private static String versionWord(Scalar scalar) throws Wrong {
    String word = ValueParsers.text(scalar);
    if (!word.matches("[-_.A-Za-z0-9]{1,100}")) {
      throw new Wrong("has to be letters, digits, '-', '_' and '.', at most 100; write 0.2.0");
    }
    return word;
  }

  private SlackSettings slack(Section section) {
    section.notYet("signingSecretFile", "use Socket Mode: appTokenFile");
    SecretFile none = new SecretFile(file);
    return new SlackSettings(
        section.required("botTokenFile", TOKEN_EXAMPLE, none, paths::secret),
        section.required(
            "appTokenFile", "appTokenFile: /etc/quorate/slack-app-token", none, paths::secret),
        section.required("channel", "channel: \"#etcd-oncall\"", "", ValueParsers::text),
        section.optional("apiUrl", ValueParsers::url));
  }

  private List<EtcdRelease> releases(Section section) {
    String example = "- {version: 3.6.16, directory: /opt/etcd/3.6.16}";
    List<EtcdRelease> releases = new ArrayList<>();
    Map<EtcdVersion, Integer> lines = new HashMap<>();
    for (Section release : section.sections("releases", example)) {
      EtcdVersion version =
          release.required(
              "version", "version: 3.6.16", new EtcdVersion(0, 0, 0), ValueParsers::version);
      Integer before = lines.putIfAbsent(version, release.line());
      if (before != null) {
        release.problem(
            "version", version + " stands in line " + before + " too; keep one of them");
      }
      Optional<String> image = release.optional("image", IMAGE);
      Optional<Path> directory = release.optional("directory", paths::path);
      if (!release.has("directory") && !release.has("image")) {
        release.missing("directory", "directory: /opt/etcd/3.6.16");
      }
      releases.add(new EtcdRelease(version, directory, image));
      release.close();
    }
    return releases;
  }

  private static Canary canary(Section root) {
    if (root.isText("canary")) {
      return root.orElse("canary", Canary.STANDARD, ConfigurationReader::canaryOff);
    }
    return root.section(
            "canary",
            "canary: {key: /_runbook/canary}, or canary: off",
            ConfigurationReader::canaryKey)
        .orElse(Canary.STANDARD);
  }

  private static Canary canaryKey(Section section) {
    return section
        .optional("key", ValueParsers::text)
        .map(key -> new Canary(key.equals("off") ? Optional.empty() : Optional.of(key)))
        .orElse(Canary.STANDARD);
  }

  private static Canary canaryOff(Scalar scalar) throws Wrong {
    if (ValueParsers.text(scalar).equals("off")) {
      return new Canary(Optional.empty());
    }
    throw new Wrong("is neither off nor a key; write canary: {key: /_runbook/canary}, or off");
  }
}
