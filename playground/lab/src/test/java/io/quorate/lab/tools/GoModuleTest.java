package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoModuleTest {

  @ParameterizedTest
  @ValueSource(strings = {"3.5", "3.6", "3.7"})
  void the_module_of_a_minor_requires_its_pinned_patch(String minor) throws NotHere {
    var etcd = Tool.etcd(minor);
    String module = Resources.text(GoModule.moduleOf(etcd) + "/go.mod");

    assertThat(module)
        .contains("go.etcd.io/etcd/server/v3 v" + etcd.version())
        .contains("go.etcd.io/etcd/etcdctl/v3 v" + etcd.version())
        .contains("go.etcd.io/etcd/etcdutl/v3 v" + etcd.version());
  }

  @Test
  void the_module_of_temporal_requires_its_pinned_version() throws NotHere {
    var temporal = Tool.temporal();
    String module = Resources.text(GoModule.moduleOf(temporal) + "/go.mod");

    assertThat(module).contains("github.com/temporalio/cli v" + temporal.version());
  }

  @Test
  void the_module_of_the_s3_server_requires_its_pinned_version() throws NotHere {
    var server = Tool.versitygw();
    String module = Resources.text(GoModule.moduleOf(server) + "/go.mod");

    assertThat(module).contains("github.com/versity/versitygw v" + server.version());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.6.14", "3.4", "3.4.30"})
  void a_version_without_a_go_sum_is_not_built(String version) {
    assertThatThrownBy(() -> GoModule.moduleOf(Tool.etcd(version))).isInstanceOf(NotHere.class);
  }

  @Test
  void the_build_of_temporal_gets_the_pinned_version() {
    var build = GoModule.build(Tool.temporal(), "temporal", Path.of("/out/temporal"));

    assertThat(build.words())
        .startsWith("go", "build", "-trimpath", "-ldflags")
        .contains("-s -w -X github.com/temporalio/cli/temporalcli.Version=1.5.1")
        .endsWith("-o", "/out/temporal", "github.com/temporalio/cli/cmd/temporal");
  }

  @Test
  void the_build_of_the_s3_server_gets_the_pinned_version() {
    var build = GoModule.build(Tool.versitygw(), "versitygw", Path.of("/out/versitygw"));

    assertThat(build.words()).contains("-s -w -X main.Version=1.8.0");
  }

  @Test
  void module_and_build_of_helm_have_the_pinned_version() throws NotHere {
    var helm = Tool.helm();
    String module = Resources.text(GoModule.moduleOf(helm) + "/go.mod");
    var build = GoModule.build(helm, "helm", Path.of("/out/helm"));

    assertThat(module).contains("helm.sh/helm/v3 v" + helm.version());
    assertThat(build.words())
        .contains("-s -w -X helm.sh/helm/v3/internal/version.version=v" + helm.version())
        .endsWith("helm.sh/helm/v3/cmd/helm");
  }

  @Test
  void module_and_build_of_the_kubelet_have_the_pinned_version() throws NotHere {
    var kubelet = Tool.kubelet();
    String module = Resources.text(GoModule.moduleOf(kubelet) + "/go.mod");
    var build = GoModule.build(kubelet, "kubelet", Path.of("/out/kubelet"));

    assertThat(module).contains("k8s.io/kubernetes v" + kubelet.version());
    assertThat(build.words())
        .contains("-s -w -X k8s.io/component-base/version.gitVersion=v" + kubelet.version());
  }

  @Test
  void the_kubelet_and_the_rest_of_kubernetes_share_a_module() throws NotHere {
    var kubernetes = Tool.kubernetes();
    String module = Resources.text(GoModule.moduleOf(kubernetes) + "/go.mod");

    assertThat(GoModule.moduleOf(kubernetes)).isEqualTo(GoModule.moduleOf(Tool.kubelet()));
    assertThat(kubernetes.version()).isEqualTo(Tool.kubelet().version());
    for (String program : kubernetes.programs()) {
      assertThat(module).contains("k8s.io/kubernetes/cmd/" + program + "\n");
      assertThat(GoModule.build(kubernetes, program, Path.of("/out/" + program)).words())
          .endsWith("k8s.io/kubernetes/cmd/" + program);
    }
  }

  @Test
  void the_module_of_coredns_requires_its_pinned_version() throws NotHere {
    var coredns = Tool.coredns();
    String module = Resources.text(GoModule.moduleOf(coredns) + "/go.mod");

    assertThat(module).contains("github.com/coredns/coredns v" + coredns.version());
  }

  @Test
  void a_build_downloads_no_go_toolchain_and_changes_no_checksum() {
    var build = GoModule.build(Tool.etcd("3.6"), "etcdutl", Path.of("/out/etcdutl"));

    assertThat(build.environment())
        .containsEntry("GOTOOLCHAIN", "local")
        .containsEntry("GOFLAGS", "-buildvcs=false -mod=readonly")
        .containsEntry("CGO_ENABLED", "0");
  }
}
