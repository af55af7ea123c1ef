package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DebianPackageTest {

  @Test
  void exactly_the_wanted_version_is_asked_for_in_any_revision_of_debian() {
    assertThat(DebianPackage.download(Tool.etcd("3.4")))
        .containsExactly("apt-get", "download", "etcd-server=3.4.23-*", "etcd-client=3.4.23-*");
    assertThat(DebianPackage.download(Tool.prometheus()))
        .containsExactly("apt-get", "download", "prometheus=2.42.0+ds-*");
  }
}
