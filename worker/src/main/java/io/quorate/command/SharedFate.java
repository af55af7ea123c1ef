package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.HostPort;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.wire.CheckJson.Checked;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds Temporal and snapshot stores on the machine of a member, or in a Kubernetes that may belong
 * to the members. The loss of such a machine or Kubernetes takes the member and the means of its
 * repair (docs/etcd.md#n-35). Only addresses are compared, so another name of the same machine is
 * not recognised. The database of Temporal is not checked, because Temporal tells its kind and not
 * its address.
 */
record SharedFate(Configuration configuration) {
  /** The name of a Kubernetes service, with or without the domain of the Kubernetes cluster. */
  private static final Pattern SERVICE = Pattern.compile(".+\\.svc(\\..+)?");

  /** A warning for each thing that shares a machine with a member; empty where none does. */
  List<Checked> checked() {
    HostPort temporal = configuration.temporal().target();
    Stream<Checked> ofTemporal = reached("Temporal at " + temporal, temporal);
    Stream<Checked> ofSnapshots =
        switch (configuration.snapshots()) {
          case SnapshotDirectory local ->
              onMachine("snapshot directory " + local.directory(), SharedFate::isHere);
          case SnapshotBucket bucket ->
              bucket.endpoint().stream().flatMap(url -> reached("bucket at " + url, place(url)));
        };
    return Stream.concat(ofTemporal, ofSnapshots).toList();
  }

  private Stream<Checked> reached(String thing, HostPort place) {
    return Stream.concat(onMachine(thing, at(place)), inKubernetes(thing, place));
  }

  private Stream<Checked> onMachine(String thing, Predicate<MemberSettings> shares) {
    return members(shares)
        .map(
            whose ->
                Checked.warned(
                    thing + ", its machine",
                    Optional.of(
                        "it is on the machine of "
                            + whose
                            + ": when that machine is lost, nothing can be repaired. Move it to a"
                            + " machine without a member")))
        .stream();
  }

  private Stream<Checked> inKubernetes(String thing, HostPort place) {
    return SERVICE.matcher(place.bare().toLowerCase(Locale.ROOT)).matches()
        ? members(member -> member.platform().mayServeItsKubernetes())
            .map(
                whose ->
                    Checked.warned(
                        thing + ", its Kubernetes",
                        Optional.of(
                            "it is a service of a Kubernetes, and a kubelet runs the etcd of "
                                + whose
                                + ": where that is the same Kubernetes, it is gone when its etcd"
                                + " is, and nothing can be repaired. Keep it out of there")))
            .stream()
        : Stream.empty();
  }

  /**
   * Returns the name of the first wanted member, and how many other members are wanted; empty where
   * there is none.
   */
  private Optional<String> members(Predicate<MemberSettings> wanted) {
    List<String> members =
        configuration.clusters().values().stream()
            .flatMap(cluster -> cluster.everywhere().stream())
            .filter(wanted)
            .map(member -> member.name().toString())
            .distinct()
            .toList();
    return members.stream()
        .findFirst()
        .map(
            first ->
                members.size() == 1
                    ? first
                    : first + " and of " + Amounts.count(members.size() - 1, "other member"));
  }

  private static Predicate<MemberSettings> at(HostPort place) {
    return member ->
        place.loopback()
            ? isHere(member)
            : addresses(member).anyMatch(other -> other.equalsIgnoreCase(place.bare()));
  }

  private static boolean isHere(MemberSettings member) {
    return member.platform().isThisMachine();
  }

  private static Stream<String> addresses(MemberSettings member) {
    return Stream.concat(
        Stream.of(member.clientUrl(), member.peerUrl()).map(url -> place(url).bare()),
        member.platform().address().stream());
  }

  /** The host of the URL; its port says nothing here. */
  private static HostPort place(URI url) {
    return new HostPort(Optional.ofNullable(url.getHost()).orElse(""), 0);
  }
}
