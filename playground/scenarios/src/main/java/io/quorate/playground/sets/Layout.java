package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.EtcdCertificates;
import io.quorate.lab.kubernetes.EtcdChartSet;
import io.quorate.lab.kubernetes.EtcdPods;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.EtcdSetPerMember;
import io.quorate.playground.operated.Access;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the members of a play are laid out, and how the product reaches them.
 *
 * @param yaml all manifests, with the namespace
 * @param sets the names of the StatefulSets
 * @param peers the hosts of the peer URLs of members, by ordinal
 * @param addresses where clients outside of the Kubernetes reach members, by ordinal
 */
record Layout(
    String yaml, List<String> sets, List<String> peers, List<String> addresses, Access access) {
  /** The user of members with authentication: etcd asks for one of this name. */
  private static final String USER = "root:played";

  Layout {
    sets = List.copyOf(sets);
    peers = List.copyOf(peers);
    addresses = List.copyOf(addresses);
  }

  /** One StatefulSet with a claim for each member. */
  static Layout oneSet(Site site) throws IOException {
    return of(site, set(site));
  }

  /** StatefulSet whose controller replaces pods as soon as the template changes. */
  static Layout rolling(Site site) throws IOException {
    return of(site, set(site).rollingUpdate());
  }

  /** One StatefulSet that creates its pods in turn, and deletes its claims with itself. */
  static Layout ordered(Site site) throws IOException {
    return of(site, set(site).orderedReady().readyAlone().rollingUpdate().deletingClaims());
  }

  /** That set after its adoption. */
  static Layout adopted(Site site) throws IOException {
    return of(site, set(site).readyAlone().deletingClaims());
  }

  /** A StatefulSet as of Bitnami's chart: the end of a pod takes the member out. */
  static Layout chart(Site site) throws IOException, InterruptedException {
    return chart(site, false);
  }

  /** The set of Bitnami's kind, with a template that does no harm. */
  static Layout mendedChart(Site site) throws IOException, InterruptedException {
    return chart(site, true);
  }

  private static Layout chart(Site site, boolean mended) throws IOException, InterruptedException {
    String version = site.image().substring(site.image().indexOf(':') + 1);
    String image = site.lab().importChartImage(version.substring(0, version.lastIndexOf('.')));
    return of(site, new EtcdChartSet(set(site), image, mended).yaml(), Access.OPEN);
  }

  /**
   * One StatefulSet in a namespace with the policy {@code restricted}, whose members ask clients
   * and peers for certificates, and clients for a password.
   */
  static Layout restricted(Site site) throws IOException, InterruptedException {
    EtcdCertificates files = site.lab().etcdCertificates(site.namespace(), set(site).names());
    var access = new Access(Optional.of(files), Optional.of(USER));
    return of(site, set(site).restricted(files), access);
  }

  /** One StatefulSet and one Service a member, with the Service's address as its peer URL. */
  static Layout setPerMember(Site site) {
    List<String> addresses = site.addresses().subList(0, Site.MEMBERS);
    return new Layout(
        new EtcdSetPerMember(site.namespace(), "etcd", site.image(), addresses).yaml(),
        List.of("etcd-0", "etcd-1", "etcd-2"),
        addresses,
        addresses,
        Access.OPEN);
  }

  /** Pods that no set owns, of members that are to come into one set. */
  static Layout pods(Site site) {
    List<String> addresses = site.addresses().subList(0, Site.MEMBERS);
    return new Layout(
        new EtcdPods(site.namespace(), "etcd", site.image(), addresses).yaml(),
        List.of("etcd"),
        EtcdPods.pods("etcd").stream().map(pod -> pod + ".peers").toList(),
        addresses,
        Access.OPEN);
  }

  private static EtcdSet set(Site site) {
    return EtcdSet.of(site.namespace(), "etcd", site.image(), Site.MEMBERS, site.addresses());
  }

  private static Layout of(Site site, EtcdSet set) throws IOException {
    return of(site, set, Access.OPEN);
  }

  private static Layout of(Site site, EtcdSet set, Access access) throws IOException {
    return of(site, set.yaml(), access);
  }

  private static Layout of(Site site, String yaml, Access access) {
    List<String> peers =
        IntStream.range(0, site.addresses().size()).mapToObj("etcd-%d.etcd"::formatted).toList();
    return new Layout(yaml, List.of("etcd"), peers, site.addresses(), access);
  }

  /** Returns the client URLs of the members at the start. */
  List<String> urls() {
    return addresses.stream()
        .limit(Site.MEMBERS)
        .map(address -> "%s://%s:2379".formatted(access.scheme(), address))
        .toList();
  }
}
