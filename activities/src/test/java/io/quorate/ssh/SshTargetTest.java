package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SshTargetTest {
  @Test
  void aHostIsNamedByAddressUserAndUnusualPort() {
    assertThat(target("10.0.0.1", 22).name()).isEqualTo("10.0.0.1 as quorate");
    assertThat(target("fd00::1", 2222).name()).isEqualTo("fd00::1 port 2222 as quorate");
  }

  @Test
  void jumpHostsAreWrittenAsForOpenSsh() {
    assertThat(target("h", 22, "bastion", "ops@b2:2222", "[fd00::1]:22", "ops@[::1]").hops())
        .containsExactly(
            new SshHop("quorate", "bastion", 22),
            new SshHop("ops", "b2", 2222),
            new SshHop("quorate", "fd00::1", 22),
            new SshHop("ops", "::1", 22),
            new SshHop("quorate", "h", 22));
  }

  @Test
  void bracketsAroundAnIpv6AddressAreNoPartOfIt() {
    assertThat(target("[fd00::1]", 22)).isEqualTo(target("fd00::1", 22));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a b", "-oProxyCommand=x", "a:b:c", "a@", "@a", "a:99999", "a:", "$(x)\n"})
  void aJumpHostThatCannotBeMeantIsRefused(String text) {
    assertThatThrownBy(() -> target("h", 22, text)).isInstanceOf(IllegalArgumentException.class);
  }

  private static SshTarget target(String address, int port, String... jump) {
    return new SshTarget(
        address, port, "quorate", Optional.empty(), Optional.empty(), List.of(jump), false);
  }
}
