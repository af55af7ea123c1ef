package io.quorate.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each layout that the lab has a manifest for comes up, with each release of etcd. */
@Tag("kubernetes")
class LayoutsIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @RegisterExtension
  static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.4", "3.5", "3.6", "3.7");

  @ParameterizedTest
  @CsvSource({"3.4, 100", "3.5, 104", "3.6, 108", "3.7, 112"})
  void a_set_of_each_release_becomes_ready(String release, int address) throws Exception {
    String namespace = "set" + address;
    LAB.get().apply(set(namespace, release, address).yaml());

    allAreReady(namespace);
  }

  @Test
  void a_set_with_tls_becomes_ready_in_a_restricted_namespace() throws Exception {
    var set = set("tls", "3.6", 116);
    LAB.get().apply(set.restricted(LAB.get().etcdCertificates("etcd", set.names())).yaml());

    allAreReady("tls");
  }

  @Test
  void each_member_in_a_set_alone_becomes_ready_on_the_address_of_a_service() throws Exception {
    var addresses = LAB.get().serviceAddresses(120, 3);
    LAB.get()
        .apply(new EtcdSetPerMember("old", "old", KubernetesLab.image("3.6"), addresses).yaml());

    allAreReady("old");
    assertThat(kubectl("old", "exec", "old-0-0", "--", "etcdctl", "member", "list"))
        .contains("http://" + addresses.getLast() + ":2380");
  }

  @Test
  void ordered_creation_waits_for_ever_for_the_first_of_several_members() throws Exception {
    LAB.get().apply(set("ordered", "3.6", 124).orderedReady().yaml());

    Await.until("the first pod", LIMIT, () -> pods("ordered").contains("etcd-0"));
    assertThat(pods("ordered")).doesNotContain("etcd-1");
  }

  private static EtcdSet set(String namespace, String release, int address) {
    var addresses = LAB.get().serviceAddresses(address, 3);
    return EtcdSet.of(namespace, "etcd", KubernetesLab.image(release), 3, addresses);
  }

  private static void allAreReady(String namespace) throws Exception {
    String ready = "jsonpath={.items[*].status.containerStatuses[0].ready}";
    Await.until(
        "all members",
        LIMIT,
        () -> kubectl(namespace, "get", "pods", "-o", ready).equals("true true true"));
  }

  private static String pods(String namespace) throws InterruptedException {
    return kubectl(namespace, "get", "pods", "-o", "name");
  }

  private static String kubectl(String namespace, String... words) throws InterruptedException {
    var all = new ArrayList<>(List.of("-n", namespace));
    all.addAll(List.of(words));
    try {
      return LAB.get().kubectl(all.toArray(String[]::new)).outputWithin(LIMIT);
    } catch (IOException failed) {
      return "failed: " + failed.getMessage();
    }
  }
}
