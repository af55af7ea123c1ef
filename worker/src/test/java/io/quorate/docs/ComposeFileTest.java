package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * {@code docker-compose.yml} and the files it mounts fit each other and the product. Whether they
 * run is seen with a docker engine only (docs/contributing.md#the-compose-file).
 */
class ComposeFileTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path FOLDER = ROOT.resolve("playground/compose");

  /**
   * A registry may give another image for the same tag tomorrow, so the digest counts. The tag
   * tells people which version the digest is.
   */
  private static final Pattern PINNED =
      Pattern.compile("[^:@\\s]+:[^:@\\s]*\\d[^:@\\s]*@sha256:[0-9a-f]{64}");

  private static final Pattern FROM = Pattern.compile("(?m)^FROM (\\S+)(?: AS (\\S+))?");
  private static final Pattern COPIED_FROM = Pattern.compile("\\bfrom=([^\\s,]+)");
  private static final Pattern COPIED =
      Pattern.compile("(?m)^COPY (?:--chmod=\\S+ )?((?!--)\\S.*) \\S+$");
  private static final Pattern LOOPBACK = Pattern.compile("127\\.0\\.0\\.1:\\d+:\\d+");

  /** What the file uses of the compose specification; a key that is not known is a slip. */
  private static final Set<String> KEYS =
      Set.of(
          "build",
          "cap_drop",
          "command",
          "depends_on",
          "entrypoint",
          "environment",
          "healthcheck",
          "hostname",
          "image",
          "init",
          "network_mode",
          "networks",
          "ports",
          "read_only",
          "security_opt",
          "tmpfs",
          "volumes");

  private final Map<String, Object> file = yaml(ROOT.resolve("docker-compose.yml"));
  private final Map<String, Object> services = map(file.get("services"));

  @Test
  void everyServiceIsWrittenInWordsOfTheSpecificationAndDependsOnOthersThatAreThere() {
    assertThat(file.keySet())
        .containsExactlyInAnyOrder("name", "x-machine", "services", "networks", "volumes");
    assertThat(services).hasSizeGreaterThan(10);
    services.forEach(
        (name, service) -> {
          assertThat(KEYS).as(name).containsAll(map(service).keySet());
          map(map(service).getOrDefault("depends_on", Map.of()))
              .forEach(
                  (other, how) -> {
                    assertThat(services).as(name).containsKey(other);
                    assertThat(map(how).get("condition"))
                        .isIn(
                            "service_started",
                            map(services.get(other)).containsKey("healthcheck")
                                ? "service_healthy"
                                : "service_completed_successfully");
                  });
        });
  }

  @Test
  void everyImageThatIsPulledIsPinnedByItsDigest() {
    List<String> pulled = new ArrayList<>();
    services.values().stream()
        .filter(service -> !map(service).containsKey("build"))
        .forEach(service -> pulled.add(map(service).get("image").toString()));
    for (Path dockerfile : dockerfiles()) {
      TreeSet<String> stages = new TreeSet<>();
      FROM.matcher(read(dockerfile))
          .results()
          .forEach(
              from -> {
                if (!stages.contains(from.group(1))) {
                  pulled.add(from.group(1));
                }
                Optional.ofNullable(from.group(2)).ifPresent(stages::add);
              });
      COPIED_FROM
          .matcher(read(dockerfile))
          .results()
          .map(copied -> copied.group(1))
          .filter(copied -> !stages.contains(copied))
          .forEach(pulled::add);
    }
    assertThat(pulled).hasSizeGreaterThan(8).allMatch(image -> PINNED.matcher(image).matches());
    assertThat(new TreeSet<>(pulled).stream().map(image -> image.split("@")[0]))
        .as("one digest a tag")
        .doesNotHaveDuplicates();
    assertThat(new TreeSet<>(pulled).stream().map(image -> image.split("@")[1]))
        .as("one tag a digest")
        .doesNotHaveDuplicates();
  }

  @Test
  void portsArePublishedOnLoopbackOnly() {
    List<String> ports = listed("ports").toList();
    assertThat(ports).hasSizeGreaterThan(3).allMatch(port -> LOOPBACK.matcher(port).matches());
    assertThat(ports).as("each once").doesNotHaveDuplicates();
    assertThat(services.values())
        .noneMatch(service -> "host".equals(map(service).get("network_mode")));
  }

  /** Alertmanager has no login: whoever reaches its API sends alerts, and it shows its token. */
  @Test
  void alertmanagerPublishesNoPort() {
    assertThat(map(services.get("alertmanager"))).isNotEmpty().doesNotContainKey("ports");
  }

  @Test
  @Tag("attack-17")
  void machinesShareNoNetworkWithTemporalSlackOrAlertmanager() {
    Set<String> ofMachines = new TreeSet<>();
    List.of("machine-1", "machine-2", "machine-3")
        .forEach(machine -> ofMachines.addAll(networks(machine)));
    assertThat(ofMachines).containsExactly("machines");
    for (String locked :
        List.of("temporal", "temporal-ui", "postgresql", "slack", "alertmanager")) {
      assertThat(networks(locked)).as(locked).isNotEmpty().doesNotContainAnyElementsOf(ofMachines);
    }
    assertThat(networks("quorate")).containsAll(ofMachines).containsAll(networks("temporal"));
    assertThat(networks("prometheus")).containsAll(ofMachines);
    assertThat(networks("alertmanager"))
        .anyMatch(networks("quorate")::contains)
        .anyMatch(networks("prometheus")::contains);
    assertThat(map(file.get("networks")).keySet())
        .containsExactlyInAnyOrder("machines", "control", "alerting");
  }

  private List<String> networks(String service) {
    return list(map(services.get(service)).getOrDefault("networks", List.of())).stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void everyMountAndEveryCopiedFileExists() {
    List<String> sources = listed("volumes").map(mount -> mount.split(":")[0]).toList();
    assertThat(sources.stream().filter(source -> source.startsWith(".")))
        .hasSizeGreaterThan(3)
        .allMatch(source -> Files.isRegularFile(ROOT.resolve(source)));
    assertThat(new TreeSet<>(sources.stream().filter(source -> !source.startsWith(".")).toList()))
        .isEqualTo(new TreeSet<>(map(file.get("volumes")).keySet()));
    assertThat(dockerfiles()).hasSize(2).allMatch(Files::isRegularFile);
    assertThat(copied(ROOT, FOLDER.resolve("quorate.Dockerfile")))
        .isNotEmpty()
        .allMatch(Files::exists);
    assertThat(copied(FOLDER.resolve("machine"), FOLDER.resolve("machine/Dockerfile")))
        .hasSizeGreaterThan(2)
        .allMatch(Files::exists);
  }

  @Test
  void theConfigurationIsValidAndNamesServicesOfTheComposeFile() {
    Configuration quorate = configuration();

    assertThat(quorate.gateway().objection()).isEmpty();
    assertThat(services)
        .containsKeys(
            quorate.temporal().target().host(), host(quorate.slack().orElseThrow().apiUrl()));
    ClusterSettings demo = quorate.cluster(new ClusterKey("demo")).orElseThrow();
    assertThat(demo.members()).hasSize(3);
    String boot = read(FOLDER.resolve("machine/boot"));
    demo.members()
        .forEach(
            (name, member) -> {
              String machine = URI.create(member.place().clientUrl()).getHost();
              assertThat(services).containsKey(machine);
              assertThat(map(services.get(machine)).get("hostname")).isEqualTo(machine);
              assertThat(boot).contains(name + "=" + member.place().peerUrl());
            });
  }

  @Test
  void theServiceKeysMakesEveryKeyThatQuorateReads() {
    String keys = read(FOLDER.resolve("machine/keys"));
    List<String> named =
        Pattern.compile("/etc/quorate/keys/([a-z0-9_.-]+)")
            .matcher(read(FOLDER.resolve("quorate.yml")))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(named).hasSizeGreaterThan(5).allMatch(name -> keys.contains("quorate/" + name));
    assertThat(keys).contains(">state/tokens");
  }

  @Test
  void alertsOfTheClusterReachTheGateway() {
    Configuration quorate = configuration();
    String job = quorate.cluster(new ClusterKey("demo")).orElseThrow().alerts().get("job");
    assertThat(job).isNotBlank();
    assertThat(read(FOLDER.resolve("prometheus.yml"))).contains("job_name: " + job);
    List<Object> groups = list(yaml(FOLDER.resolve("etcd-alerts.yml")).get("groups"));
    List<Object> rules = list(map(groups.getFirst()).get("rules"));
    assertThat(rules).hasSizeGreaterThan(3);
    assertThat(rules)
        .allMatch(rule -> map(rule).get("expr").toString().contains("by (job)"))
        .allMatch(rule -> map(rule).get("expr").toString().contains("job=\"" + job + "\""));
    assertThat(read(FOLDER.resolve("alertmanager.yml")))
        .contains("https://quorate:" + quorate.gateway().listen().port() + "/alerts/alertmanager");
    assertThat(read(FOLDER.resolve("machine/keys"))).contains("DNS:quorate");
  }

  private static Configuration configuration() {
    return ConfigurationFile.load(
        Optional.of(FOLDER.resolve("quorate.yml")), new Environment(Map.of(), any -> true));
  }

  private static String host(Optional<URI> url) {
    return url.map(URI::getHost).orElseThrow();
  }

  private List<Path> dockerfiles() {
    return services.values().stream()
        .filter(service -> map(service).containsKey("build"))
        .map(service -> map(map(service).get("build")))
        .map(
            build ->
                ROOT.resolve(build.get("context").toString())
                    .resolve(build.getOrDefault("dockerfile", "Dockerfile").toString())
                    .normalize())
        .distinct()
        .toList();
  }

  /** What a Dockerfile takes from its context. */
  private static List<Path> copied(Path context, Path dockerfile) {
    return COPIED
        .matcher(read(dockerfile))
        .results()
        .flatMap(copy -> Stream.of(copy.group(1).split(" ")))
        .map(context::resolve)
        .toList();
  }

  private Stream<String> listed(String key) {
    return services.values().stream()
        .flatMap(service -> list(map(service).getOrDefault(key, List.of())).stream())
        .map(Object::toString);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  private static Map<String, Object> yaml(Path path) {
    return map(new Yaml().load(read(path)));
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
