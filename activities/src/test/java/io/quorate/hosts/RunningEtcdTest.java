package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunningEtcdTest {
  @Test
  void eachEtcdOfAMachineIsToldFromTheOthers() {
    List<RunningEtcd> found =
        RunningEtcd.of(
            "h1",
            """
            etcd=86
            name=h1
            data=/var/lib/etcd/h1
            peer=http://10.0.0.1:2380,http://h1:2380
            client=http://10.0.0.1:2379
            ca=
            unit=etcd.service
            environment=/etc/default/etcd
            environment=/etc/etcd/h1.env
            binary=/opt/etcd/h1/etcd
            binary=/opt/etcd/3.6.16/etcd
            etcd=99
            name=
            binary=/usr/bin/etcd
            """);

    assertThat(found).hasSize(2);
    assertThat(found.getFirst())
        .isEqualTo(
            new RunningEtcd(
                "86",
                Optional.of("h1"),
                Optional.of("/var/lib/etcd/h1"),
                Optional.of("http://10.0.0.1:2380"),
                Optional.of("http://10.0.0.1:2379"),
                Optional.of("etcd.service"),
                Optional.empty(),
                Optional.of("/etc/etcd/h1.env"),
                Optional.of("/opt/etcd/h1/etcd"),
                Optional.empty()));
    assertThat(found.getLast().name()).isEmpty();
    assertThat(found.getLast().unit()).isEmpty();
  }

  @Test
  void thisMachineCanBeSearched() {
    assertThat(RunningEtcd.on(new LocalHost())).isNotNull();
  }
}
