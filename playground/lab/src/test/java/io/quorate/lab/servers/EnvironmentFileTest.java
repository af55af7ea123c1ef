package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentFileTest {

  @Test
  void lines_are_raw_and_stay_in_their_order() {
    String text = "ETCD_NAME=etcd-0\nETCD_INITIAL_CLUSTER=etcd-0=http://127.0.0.1:2380\n";

    assertThat(EnvironmentFile.parse(text).text()).isEqualTo(text);
  }

  @Test
  void only_the_first_equals_sign_divides() {
    var file = EnvironmentFile.parse("ETCD_INITIAL_CLUSTER=a=http://x,b=http://y\n");

    assertThat(file.entries()).containsEntry("ETCD_INITIAL_CLUSTER", "a=http://x,b=http://y");
  }

  @Test
  void a_line_that_is_no_pair_is_named() {
    assertThatThrownBy(() -> EnvironmentFile.parse("ETCD_NAME=a\nnonsense\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense");
  }

  @Test
  void a_value_cannot_smuggle_in_a_second_line() {
    assertThatThrownBy(() -> new EnvironmentFile(Map.of("A", "1\nB=2")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
