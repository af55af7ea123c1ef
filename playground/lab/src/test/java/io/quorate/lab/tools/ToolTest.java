package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolTest {

  @Test
  void a_minor_means_its_pinned_patch() {
    assertThat(Tool.etcd("3.6").folderName()).isEqualTo("etcd-3.6.16");
  }

  @Test
  void an_exact_version_of_a_known_minor_means_itself() {
    assertThat(Tool.etcd("3.6.14").folderName()).isEqualTo("etcd-3.6.14");
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.8", "3.3.27", "3", "latest", "", "3.6.", "3.6.16-rc.0", "../3.6.16"})
  void anything_else_is_refused_with_the_minors_that_are_known(String wanted) {
    assertThatThrownBy(() -> Tool.etcd(wanted))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3.4 (3.4.23), 3.5 (3.5.35), 3.6 (3.6.16), 3.7 (3.7.3)");
  }

  @Test
  void etcdutl_came_with_3_5() {
    assertThat(Tool.etcd("3.4").programs()).containsExactly("etcd", "etcdctl");
    assertThat(Tool.etcd("3.5").programs()).containsExactly("etcd", "etcdctl", "etcdutl");
    assertThatThrownBy(() -> new ToolFolder(Tool.etcd("3.4"), Path.of("/x")).program("etcdutl"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("etcd 3.4.23 has no etcdutl");
  }
}
