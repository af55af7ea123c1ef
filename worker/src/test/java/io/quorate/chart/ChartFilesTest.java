package io.quorate.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The files of the chart fit each other and the product. */
class ChartFilesTest {
  private static final Path CHART = Path.of("src/main/chart");
  private static final Pattern METRIC = Pattern.compile("\\bquorate_[a-z_]+");

  @TempDir Path folder;

  @Test
  void versionsOfTheChartAreTheVersionOfTheProduct() throws IOException {
    String version =
        Files.readString(Path.of("../pom.xml"))
            .replaceAll("(?s).*?<version>([^<-]+)(-SNAPSHOT)?</version>.*", "$1");

    assertThat(yaml("Chart.yaml"))
        .containsEntry("version", version)
        .containsEntry("appVersion", version);
  }

  @Test
  void theProductTakesTheConfigurationOfTheChart() throws IOException {
    Map<String, Object> configuration =
        new TreeMap<>(map(yaml("values.yaml").get("configuration")));
    configuration.put(
        "clusters",
        Map.of(
            "orders",
            Map.of(
                "platform", "kubernetes",
                "inCluster", true,
                "namespace", "etcd",
                "statefulSet", "orders",
                "keeperImage", "registry.example.com/quorate/keeper:0.1.0")));
    Path file = Files.writeString(folder.resolve("quorate.yml"), new Yaml().dump(configuration));

    // The files are mounted from Secrets.
    Configuration loaded =
        ConfigurationFile.load(Optional.of(file), new Environment(Map.of(), any -> true));
    assertThat(loaded.required(new ClusterKey("orders")).sets()).isPresent();
  }

  @Test
  void everyValueIsInTheSchemaAndUsedByATemplate() throws IOException {
    Set<String> values = new TreeSet<>(yaml("values.yaml").keySet());
    Map<String, Object> schema = map(yaml("values.schema.json").get("properties"));
    String templates = templates();

    assertThat(schema.keySet()).containsAll(values);
    assertThat(values).allMatch(value -> templates.contains(".Values." + value));
  }

  /** An alert about a metric that nobody writes never fires. */
  @Test
  void alertsAskForMetricsThatTheOperationsPageHas() throws IOException {
    String page = Files.readString(Path.of("../docs/operations.md"));
    Matcher metric = METRIC.matcher(Files.readString(CHART.resolve("templates/monitoring.yaml")));

    assertThat(metric.results().map(found -> found.group()))
        .hasSizeGreaterThan(5)
        .allMatch(page::contains);
  }

  private static String templates() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(CHART.resolve("templates"))) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static Map<String, Object> yaml(String file) throws IOException {
    return new Yaml().load(Files.readString(CHART.resolve(file)));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }
}
