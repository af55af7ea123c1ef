package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.quorate.workload.PlatformAdvice;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Services whose addresses are the peer URLs of members. */
class MovedAddressTest {
  private static final String ADDRESS = "10.96.0.21";

  private SimulatedSets kubernetes = new SimulatedSets(SetManifests.read("addressed.yaml"));

  @Test
  void namesTheServiceThatWasCreatedAnewAndTheCommandThatBringsItsAddressBack() {
    kubernetes.services = List.of(service("etcd", "10.96.0.77", "etcd-1"));

    assertThat(advice())
        .isEqualTo(
            "No peer reaches etcd-1: its peer URL has the address 10.96.0.21, and the Service etcd"
                + " has 10.96.0.77 now, so somebody created it anew. Bring the address back, which"
                + " restarts nobody, and keep the file until the Service is there: kubectl get"
                + " service etcd -n default -o json > etcd.json && sed"
                + " 's/\"10\\.96\\.0\\.77\"/\"10.96.0.21\"/' etcd.json | kubectl replace"
                + " --force -f -.");
  }

  @Test
  void deletesNoServiceForAnAddressThatAnotherOneHas() {
    kubernetes.services =
        List.of(service("etcd", "10.96.0.77", "etcd-1"), service("web", ADDRESS, "web"));

    assertThat(advice())
        .contains("The Service web has that address by now")
        .doesNotContain("kubectl replace");
  }

  @Test
  void namesTheServiceThatIsGone() {
    kubernetes.services = List.of(service("etcd-2", "10.96.0.22", "etcd-2"));

    assertThat(advice())
        .contains("the Service etcd is not there")
        .contains("write clusterIP: 10.96.0.21 into the manifest of that Service");
  }

  @Test
  void saysNothingOfAServiceThatHasTheAddress() {
    kubernetes.services = List.of(service("etcd", ADDRESS, "etcd-1"));
    assertThat(advice()).isEmpty();

    kubernetes.services =
        List.of(service("inside", "10.96.0.77", "etcd-1"), service("etcd", ADDRESS, "etcd-1"));
    assertThat(advice()).isEmpty();

    Service balanced = service("etcd", "10.96.0.77", "etcd-1");
    kubernetes.services =
        List.of(
            new ServiceBuilder(balanced)
                .withNewStatus()
                .withNewLoadBalancer()
                .addNewIngress()
                .withIp(ADDRESS)
                .endIngress()
                .endLoadBalancer()
                .endStatus()
                .build());
    assertThat(advice()).isEmpty();
  }

  @Test
  void saysNothingOfAServiceForOthersOrWithoutAnAddress() {
    kubernetes.services =
        List.of(service("etcd", "None", "etcd-1"), service("web", "10.96.0.77", "web"));

    assertThat(advice()).isEmpty();
  }

  @Test
  void saysNothingWhereThePeerUrlIsTheAddressOfThePodOrItsNode() {
    kubernetes.pods.get("etcd-0").getStatus().setPodIP(ADDRESS);
    assertThat(advice()).isEmpty();

    kubernetes.pods.get("etcd-0").getStatus().setPodIP("10.244.0.5");
    assertThat(advice()).isNotEmpty();
    kubernetes.set.getSpec().getTemplate().getSpec().setHostNetwork(true);
    assertThat(advice()).isEmpty();
  }

  @Test
  void asksForNoServicesWherePeerUrlsHaveNames() {
    kubernetes = new SimulatedSets(SetManifests.read("parallel.yaml"));
    kubernetes.services = List.of(service("etcd", "10.96.0.77", "etcd-1"));

    assertThat(look().services()).isEmpty();
    assertThat(advice()).isEmpty();
  }

  private static Service service(String name, String address, String component) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withClusterIP(address)
        .withSelector(Map.of("component", component))
        .addNewPort()
        .withPort(2380)
        .endPort()
        .endSpec()
        .build();
  }

  private SetLook look() {
    Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
    return new LookAtSets(kubernetes, new SetNames("default", List.of("etcd")), clock).look();
  }

  private String advice() {
    return SetAdvice.on(look()).stream()
        .filter(one -> one.name().equals("service-moved"))
        .map(PlatformAdvice::sentence)
        .findFirst()
        .orElse("");
  }
}
