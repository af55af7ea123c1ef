package io.quorate.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdSetTest {
  private static final EtcdSet SET =
      EtcdSet.of(
          "payments", "etcd", "etcd:1", 2, List.of("10.96.0.100", "10.96.0.101", "10.96.0.102"));

  @TempDir private Path folder;

  @Test
  void a_set_has_a_service_also_for_the_member_that_it_may_get() throws Exception {
    assertThat(SET.yaml())
        .contains("replicas: 2\n")
        .contains(
            "--initial-cluster=etcd-0=http://etcd-0.etcd:2380,etcd-1=http://etcd-1.etcd:2380\n")
        .contains("clusterIP: 10.96.0.102\n")
        .contains("selector: {statefulset.kubernetes.io/pod-name: etcd-2}\n");
  }

  @Test
  void members_with_certificates_speak_tls_and_are_not_root() throws Exception {
    var files =
        new EtcdCertificates(
            Files.writeString(folder.resolve("ca"), "A\n"),
            Files.writeString(folder.resolve("crt"), "C\n"),
            Files.writeString(folder.resolve("key"), "K\n"));

    assertThat(SET.restricted(files).yaml())
        .contains("{pod-security.kubernetes.io/enforce: restricted}")
        .contains("  ca.crt: |\n    A\n  tls.crt: |\n    C\n  tls.key: |\n    K\n---\n")
        .contains(
            "        -"
                + " --initial-cluster=etcd-0=https://etcd-0.etcd:2380,etcd-1=https://etcd-1.etcd:2380\n"
                + "        - --cert-file=/tls/tls.crt\n")
        .contains(
            "      volumes: [{name: tls, secret: {secretName: etcd-tls, defaultMode: 0440}}]\n"
                + "  vol")
        .contains(
            "      securityContext:\n        {runAsNonRoot: true, runAsUser: 1001, fsGroup: 1001")
        .contains("        securityContext:\n          {allowPrivilegeEscalation: false");
  }

  @Test
  void a_certificate_is_asked_for_by_name_and_never_with_a_wildcard() {
    assertThat(SET.names())
        .contains("DNS:etcd-2.etcd", "IP:10.96.0.102", "DNS:localhost")
        .noneMatch(name -> name.contains("*"));
  }
}
