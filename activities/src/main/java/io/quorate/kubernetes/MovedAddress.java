package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Advice on a Service that was deleted, or created anew with another address, where the old address
 * is a member's peer URL: the layout of one StatefulSet and one Service a member. The membership
 * has the address, so no peer reaches the member, while its etcd is well.
 */
record MovedAddress(SetAdvice.Facts facts) {
  /** Whether the peer URL of a member of this set is the address of a Service, maybe. */
  static boolean isPossible(EtcdSet set) {
    return set.members().anyMatch(place -> address(set, place).isPresent());
  }

  Optional<String> advice() {
    return facts.look().services().flatMap(this::among);
  }

  private Optional<String> among(List<Service> services) {
    EtcdSet set = facts.set();
    return set.members()
        .flatMap(place -> address(set, place).flatMap(url -> moved(services, place, url)).stream())
        .findFirst();
  }

  private Optional<String> moved(List<Service> services, MemberPod place, URI url) {
    if (isOwn(place, url.getHost())) {
      return Optional.empty();
    }
    Map<String, String> labels = facts.set().metadata(place).getLabels();
    List<Service> selecting =
        services.stream()
            .filter(one -> selects(one, labels) && hasPort(one, url.getPort()))
            .filter(one -> !"None".equals(one.getSpec().getClusterIP()))
            .toList();
    if (selecting.stream().anyMatch(one -> addresses(one).anyMatch(url.getHost()::equals))) {
      return Optional.empty();
    }
    return selecting.stream()
        .findFirst()
        .map(
            service ->
                services.stream()
                    .filter(one -> addresses(one).anyMatch(url.getHost()::equals))
                    .findFirst()
                    .map(other -> taken(service, other, place, url.getHost()))
                    .orElseGet(() -> anew(service, place, url.getHost())))
        .or(() -> gone(services, place, url.getHost()));
  }

  private String anew(Service service, MemberPod place, String address) {
    String now = service.getSpec().getClusterIP();
    String name = service.getMetadata().getName();
    String file = name + ".json";
    return "%s. Bring the address back, which restarts nobody, and keep the file until the Service is there: kubectl get service %s -n %s -o json > %s && sed 's/\"%s\"/\"%s\"/' %s | kubectl replace --force -f -"
        .formatted(
            moved(service, place, address),
            name,
            service.getMetadata().getNamespace(),
            file,
            now.replace(".", "\\."),
            address,
            file);
  }

  /** A Service that is deleted for an address of another one would be gone for clients as well. */
  private String taken(Service service, Service other, MemberPod place, String address) {
    return "%s. The Service %s has that address by now: give it another one first, or the member another peer URL"
        .formatted(moved(service, place, address), other.getMetadata().getName());
  }

  private String moved(Service service, MemberPod place, String address) {
    return "No peer reaches %s: its peer URL has the address %s, and the Service %s has %s now, so somebody created it anew"
        .formatted(
            member(place),
            address,
            service.getMetadata().getName(),
            service.getSpec().getClusterIP());
  }

  /** The Service of a set that is missing: no other object tells the address of the member. */
  private Optional<String> gone(List<Service> services, MemberPod place, String address) {
    String name = facts.set().set().getSpec().getServiceName();
    return services.stream().map(MovedAddress::name).anyMatch(Objects.toString(name, "")::equals)
        ? Optional.empty()
        : Optional.of(
            "No peer reaches %s: its peer URL has the address %s, and the Service %s is not there. Bring both back, which restarts nobody: write clusterIP: %s into the manifest of that Service, and kubectl apply -f MANIFEST"
                .formatted(member(place), address, name, address));
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  /** The pod's own address needs no Service. */
  private boolean isOwn(MemberPod place, String address) {
    return facts
        .look()
        .pod(place)
        .filter(pod -> pod.pod().getStatus() != null)
        .filter(pod -> address.equals(pod.pod().getStatus().getPodIP()))
        .isPresent();
  }

  /** IPv4 alone: an address of IPv6 has several spellings. */
  private static Optional<URI> address(EtcdSet set, MemberPod place) {
    return Boolean.TRUE.equals(set.template().getSpec().getHostNetwork())
        ? Optional.empty()
        : setting(set, place, "ETCD_INITIAL_ADVERTISE_PEER_URLS")
            .flatMap(SetMembers::firstUrl)
            .filter(url -> url.getHost().matches("[\\d.]+"));
  }

  private String member(MemberPod place) {
    return setting(facts.set(), place, "ETCD_NAME").orElse(place.name());
  }

  private static Optional<String> setting(EtcdSet set, MemberPod place, String variable) {
    return EtcdContainer.in(set.template().getSpec())
        .map(etcd -> ContainerSettings.of(etcd.container(), set.metadata(place)))
        .flatMap(settings -> settings.value(variable));
  }

  private static boolean selects(Service service, Map<String, String> labels) {
    Map<String, String> selector = service.getSpec().getSelector();
    return selector != null
        && !selector.isEmpty()
        && labels.entrySet().containsAll(selector.entrySet());
  }

  private static boolean hasPort(Service service, int port) {
    return service.getSpec().getPorts().stream()
        .map(ServicePort::getPort)
        .anyMatch(Integer.valueOf(port)::equals);
  }

  private static Stream<String> addresses(Service service) {
    Stream<String> balancer =
        Optional.ofNullable(service.getStatus()).map(status -> status.getLoadBalancer()).stream()
            .flatMap(found -> found.getIngress().stream())
            .map(LoadBalancerIngress::getIp);
    return Stream.of(
            Stream.ofNullable(service.getSpec().getClusterIP()),
            service.getSpec().getClusterIPs().stream(),
            service.getSpec().getExternalIPs().stream(),
            balancer)
        .flatMap(each -> each);
  }
}
