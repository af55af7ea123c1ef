package io.quorate.worker.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostChecksTest {
  private static final OnHost HOST =
      new OnHost(
          new HostSettings.Ssh(
              "10.0.0.1", 22, "root", Optional.empty(), Optional.empty(), List.of(), false),
          Path.of("/var/lib/etcd/h1"),
          Path.of("/etc/etcd/h1.env"),
          Path.of("/opt/etcd/h1/etcd"),
          new ServiceSettings.Systemd("etcd.service"),
          Optional.empty());

  @Test
  void aUnitThatIsNotThereIsTheTroubleOfTheUnit() {
    assertThat(failed(Workload.Gone.ABSENT, "there is no unit etcd.service; write it"))
        .containsExactly("unit etcd.service of h1: there is no unit etcd.service; write it");
  }

  @Test
  void anEnvironmentFileThatIsNotThereIsTheTroubleOfTheFile() {
    assertThat(failed(Workload.Gone.ABSENT, "it has no process; there is no /etc/etcd/h1.env"))
        .containsExactly(
            "environment file /etc/etcd/h1.env of h1: it has no process; there is no"
                + " /etc/etcd/h1.env");
  }

  @Test
  void anAmbiguousWorkloadIsTheTroubleOfTheUnit() {
    assertThat(failed(Workload.Uncertain.AMBIGUOUS, "etcd.service is bad-setting"))
        .containsExactly("unit etcd.service of h1: etcd.service is bad-setting");
    assertThat(failed(Workload.Gone.STOPPED, "etcd.service is inactive")).isEmpty();
  }

  private static List<String> failed(Workload.State state, String evidence) {
    return new HostChecks(HOST, " of h1")
        .elsewhere(new Workload(state, evidence), true).stream()
            .filter(each -> !each.ok())
            .map(each -> each.name() + ": " + each.trouble().orElse(""))
            .toList();
  }
}
