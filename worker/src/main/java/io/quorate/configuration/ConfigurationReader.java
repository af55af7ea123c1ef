package io.quorate.configuration;

import io.quorate.cluster.EtcdVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads the sections of the file, from top to bottom; clusters and approval have readers of their
 * own.
 */
final class ConfigurationReader {
  private static final HostPort TEMPORAL = new HostPort("127.0.0.1", 7233);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);
  private static final String TOKEN_EXAMPLE = "botTokenFile: /etc/quorate/slack-bot-token";

  private final Path file;
  private final Paths paths;
  private final Section.Context context;
  private final Uses uses = new Uses();

  ConfigurationReader(Path file, Surroundings surroundings, Problems problems) {
    this.file = file;
    Path directory = file.toAbsolutePath().getParent();
    this.paths = new Paths(directory == null ? Path.of("/") : directory, surroundings);
    this.context = new Section.Context(problems, surroundings, Optional.empty());
  }

  Configuration read(MappingNode mapping) {
    Section root = Section.of(context, "", 1, mapping);
    Configuration configuration =
        new Configuration(
            file,
            temporal(part(root, "temporal", "temporal: {target: \"127.0.0.1:7233\"}")),
            new GatewayReader(part(root, "gateway", "gateway: {listen: \"127.0.0.1:8085\"}"), paths)
                .read(uses),
            SnapshotReader.read(
                part(root, "snapshots", "snapshots: {directory: /var/lib/quorate}"), paths),
            root.section("slack", "slack: {channel: \"#etcd-oncall\"}").map(this::slack),
            new ApprovalReader(part(root, "approval", "approval: {expireAfter: 4h}")).read(),
            releases(part(root, "etcd", "etcd: {releases: []}")),
            new ClustersReader(root, paths, uses).read(),
            lookAgain(part(root, "assessment", "assessment: {lookAgain: 60s}")),
            canary(root));
    root.close();
    return configuration;
  }

  private static Section part(Section root, String name, String example) {
    return root.section(name, example).orElseGet(() -> root.nothing(name));
  }

  private TemporalSettings temporal(Section section) {
    if (!section.has("target")) {
      uses.standard(TEMPORAL, "temporal.target");
    }
    TemporalSettings temporal =
        new TemporalSettings(
            section.orElse("target", TEMPORAL, uses.address(Forms::hostPort)),
            section.orElse("namespace", "default", Forms::text),
            section.orElse("taskQueue", "quorate", Forms::text),
            section.section("tls", TlsReader.EXAMPLE).map(tls -> TlsReader.read(tls, paths)),
            section.optional("apiKeyFile", paths::secret),
            section
                .section("deployment", "deployment: {name: quorate, buildId: 0.2.0}")
                .map(ConfigurationReader::deployment),
            section.optional("page", Forms::pageUrl));
    section.close();
    return temporal;
  }

  private static WorkerDeployment deployment(Section section) {
    WorkerDeployment deployment =
        new WorkerDeployment(
            section.orElse("name", "quorate", ConfigurationReader::versionWord),
            section.required("buildId", "buildId: 0.2.0", "", ConfigurationReader::versionWord));
    section.close();
    return deployment;
  }

  /**
   * Reads the name or build id of a worker deployment. Temporal joins name and build id with a dot
   * or a colon, and takes 255 characters in all.
   */
  private static String versionWord(Scalar scalar) throws Wrong {
    String word = Forms.text(scalar);
    if (!word.matches("[-_.A-Za-z0-9]{1,100}")) {
      throw new Wrong("has to be letters, digits, '-', '_' and '.', at most 100; write 0.2.0");
    }
    return word;
  }

  private SlackSettings slack(Section section) {
    section.notYet("signingSecretFile", "use Socket Mode: appTokenFile");
    SecretFile none = new SecretFile(file);
    SlackSettings slack =
        new SlackSettings(
            section.required("botTokenFile", TOKEN_EXAMPLE, none, paths::secret),
            section.required(
                "appTokenFile", "appTokenFile: /etc/quorate/slack-app-token", none, paths::secret),
            section.required("channel", "channel: \"#etcd-oncall\"", "", Forms::text),
            section.optional("apiUrl", Forms::url));
    section.close();
    return slack;
  }

  private List<EtcdRelease> releases(Section section) {
    String example = "- {version: 3.6.16, directory: /opt/etcd/3.6.16}";
    List<EtcdRelease> releases = new ArrayList<>();
    Map<EtcdVersion, Integer> lines = new HashMap<>();
    for (Section release : section.sections("releases", example)) {
      EtcdVersion version =
          release.required("version", "version: 3.6.16", new EtcdVersion(0, 0, 0), Forms::version);
      Integer before = lines.putIfAbsent(version, release.line());
      if (before != null) {
        release.problem(
            "version", version + " stands in line " + before + " too; keep one of them");
      }
      Optional<String> image = release.optional("image", ConfigurationReader::image);
      Optional<Path> directory = release.optional("directory", paths::path);
      if (!release.has("directory") && !release.has("image")) {
        release.missing("directory", "directory: /opt/etcd/3.6.16");
      }
      releases.add(new EtcdRelease(version, directory, image));
      release.close();
    }
    section.close();
    return releases;
  }

  /** An image as a manifest names it; the registry's rules are stricter, and its to say. */
  private static String image(Scalar scalar) throws Wrong {
    String image = Forms.text(scalar);
    if (!image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,500}")) {
      throw new Wrong(
          "'"
              + scalar.written()
              + "' is no image; write, for example, registry.k8s.io/etcd:3.6.6-0");
    }
    return image;
  }

  private static Duration lookAgain(Section section) {
    Duration lookAgain = section.orElse("lookAgain", LOOK_AGAIN, Forms::duration);
    section.close();
    return lookAgain;
  }

  private static Canary canary(Section root) {
    if (root.isText("canary")) {
      return root.orElse("canary", Canary.STANDARD, ConfigurationReader::canaryOff);
    }
    return root.section("canary", "canary: {key: /_runbook/canary}, or canary: off")
        .map(ConfigurationReader::canaryKey)
        .orElse(Canary.STANDARD);
  }

  private static Canary canaryKey(Section section) {
    Canary canary =
        section
            .optional("key", Forms::text)
            .map(key -> new Canary(key.equals("off") ? Optional.empty() : Optional.of(key)))
            .orElse(Canary.STANDARD);
    section.close();
    return canary;
  }

  private static Canary canaryOff(Scalar scalar) throws Wrong {
    if (Forms.text(scalar).equals("off")) {
      return new Canary(Optional.empty());
    }
    throw new Wrong("is neither off nor a key; write canary: {key: /_runbook/canary}, or off");
  }
}
