package io.quorate.playground;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.MonitoringServer;
import io.quorate.lab.servers.Pager;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A real Prometheus that scrapes members and gateway of a stage, with the rules that Quorate ships,
 * and a real Alertmanager that sends etcd's alerts to Quorate, and those of Quorate's rules to the
 * pager and, as by a careless route, to Quorate too.
 */
record Monitoring(MonitoringServer prometheus, MonitoringServer alertmanager, Pager pager)
    implements AutoCloseable {
  private static final Path RULES = Path.of("../../docs/rules/quorate.yml");
  private static final Path ETCD_RULES = Path.of("../compose/etcd-alerts.yml");

  /**
   * Starts them.
   *
   * @param rules what becomes of Quorate's rules
   * @param grouping times of Alertmanager's route, as in {@code group_wait: 1s, group_interval: 5s}
   */
  static Monitoring of(Stage stage, UnaryOperator<String> rules, String grouping)
      throws IOException, InterruptedException {
    var prometheus =
        MonitoringServer.prometheus(ToolsForTests.prometheus(), stage.folder().file("prometheus"));
    var alertmanager =
        MonitoringServer.alertmanager(
            ToolsForTests.alertmanager(), stage.folder().file("alertmanager"));
    var monitoring = new Monitoring(prometheus, alertmanager, Pager.start());
    Files.writeString(prometheus.file("quorate.yml"), rules.apply(Files.readString(RULES)));
    Files.writeString(
        prometheus.file("etcd-alerts.yml"),
        Files.readString(ETCD_RULES).replace("demo-etcd", Stage.JOB));
    alertmanager.start(monitoring.routes(stage, grouping));
    prometheus.start(monitoring.scrapes(stage));
    return monitoring;
  }

  private String scrapes(Stage stage) {
    return """
    global: {scrape_interval: 5s, evaluation_interval: 5s}
    rule_files: [quorate.yml, etcd-alerts.yml]
    alerting: {alertmanagers: [{static_configs: [{targets: ["%s"]}]}]}
    scrape_configs:
      - job_name: %s
        static_configs: [{targets: [%s]}]
      - job_name: quorate
        authorization: {credentials_file: %s}
        static_configs: [{targets: ["%s"]}]
    """
        .formatted(
            alertmanager.address(),
            Stage.JOB,
            stage.etcd().members().stream()
                .map(EtcdMember::clientUrl)
                .map(url -> '"' + url.getAuthority() + '"')
                .collect(Collectors.joining(", ")),
            stage.folder().secret("alert-token"),
            stage.gateway().getAuthority());
  }

  private String routes(Stage stage, String grouping) {
    URI webhook = stage.alertmanager().webhook();
    return """
    route:
      receiver: quorate
      group_by: [alertname, job, cluster]
      %s
      routes:
        - {matchers: ['alertname="QuorateWatchdog"'], receiver: quorate}
        - {matchers: ['alertname=~"Quorate.+"'], receiver: pager, continue: true}
        - {matchers: ['alertname=~"Quorate.+"'], receiver: quorate}
    receivers:
      - {name: pager, webhook_configs: [{url: "%s"}]}
      - name: quorate
        webhook_configs:
          - url: "%s"
            http_config: {authorization: {credentials_file: %s}}
    """
        .formatted(
            grouping.replace(", ", "\n  "),
            pager.webhook(),
            webhook,
            stage.folder().secret("alert-token"));
  }

  @Override
  public void close() throws IOException {
    prometheus.close();
    alertmanager.close();
    pager.close();
  }
}
