package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramVersionTest {

  @ParameterizedTest
  @CsvSource({
    "etcd Version: 3.6.16\\nGit SHA: abc\\nGo Version: go1.26.8, 3.6.16",
    "etcdctl version: 3.4.23\\nAPI version: 3.4, 3.4.23",
    "'temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)', 1.5.1",
    "Version  : 1.8.0\\nBuild    : norev, 1.8.0",
    "Kubernetes v1.34.4, 1.34.4",
    "Client Version: v1.34.4\\nKustomize Version: v5.7.1, 1.34.4",
    "'CoreDNS-1.14.7\\nlinux/amd64, go1.26.8, ', 1.14.7",
    "'promtool, version 2.42.0+ds (branch: debian/sid)', 2.42.0",
    "'alertmanager, version 0.28.1 (branch: , revision: unknown)', 0.28.1",
    "usage: etcd [flags], of an unknown version"
  })
  void the_first_version_that_a_program_names_is_its_own(String output, String version) {
    assertThat(ProgramVersion.in(output.replace("\\n", "\n"))).isEqualTo(version);
  }
}
