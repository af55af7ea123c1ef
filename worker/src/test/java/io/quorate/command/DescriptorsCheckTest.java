package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Warning of {@code quorate check} where a process may have too few descriptors. */
class DescriptorsCheckTest {
  private static final Configuration ONE_MEMBER =
      ConfigurationFile.read(
          Path.of("/etc/quorate.yml"),
          """
          clusters:
            main:
              platform: hosts
              members:
                etcd-0:
                  zone: a
                  peerUrl: http://10.0.0.1:2380
                  clientUrl: http://10.0.0.1:2379
                  dataDirectory: /var/lib/etcd
                  service: {systemd: etcd.service}
                  environmentFile: /etc/etcd.env
                  binary: /usr/bin/etcd
          """,
          new Environment(Map.of(), path -> true));

  @Test
  void warnsWhereHalfOfTheDescriptorsAreFewerThanTheMembers() {
    assertThat(CheckCommand.channels(ONE_MEMBER, 1))
        .singleElement()
        .satisfies(checked -> assertThat(checked.ok()).as("a warning").isTrue())
        .extracting(Checked::name)
        .isEqualTo("channels to members");
  }

  @Test
  void saysNothingWhereEveryMemberHasItsChannel() {
    assertThat(CheckCommand.channels(ONE_MEMBER, 2)).isEmpty();
  }
}
