package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.operation.RequesterKind;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who runs a verb, and whether anything but a word says so. */
class PersonTest {
  private static final Map<String, String> SUDO = Map.of("SUDO_USER", "sam");

  @Test
  void onlyAnAccountOfOnePersonIsVerified() {
    assertThat(of("sam", Map.of()).kind()).isEqualTo(RequesterKind.PERSON);
    assertThat(of("root", Map.of()).kind()).isEqualTo(RequesterKind.UNVERIFIED);
    assertThat(of("?", Map.of()).kind()).isEqualTo(RequesterKind.UNVERIFIED);
    assertThat(Person.of(Optional.of("sam"), "sam", Map.of()).kind())
        .isEqualTo(RequesterKind.UNVERIFIED);
  }

  @Test
  void theUserBehindSudoIsNamedAndNotVerified() {
    assertThat(of("root", SUDO)).isEqualTo(new Person("sam", false));
    assertThat(of("quorate", SUDO)).isEqualTo(new Person("sam", false));
    assertThat(Person.of(Optional.of("dana"), "root", SUDO)).isEqualTo(new Person("dana", false));
  }

  @Test
  void somebodyHasToBeNamed() {
    assertThatThrownBy(() -> of("", Map.of())).hasMessageContaining("--as NAME");
    assertThatThrownBy(() -> of("alert etcdMembersDown", Map.of()).real())
        .hasMessageContaining("how alerts are named");
    assertThatThrownBy(() -> of("after payments.1a2b3c4d", Map.of()).real())
        .hasMessageContaining("how operations that follow another one are named");
  }

  private static Person of(String user, Map<String, String> environment) {
    return Person.of(Optional.empty(), user, environment);
  }
}
