package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.HostPort;
import io.quorate.configuration.HostSettings;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.PlatformSettings.OnHost;
import io.quorate.configuration.SnapshotBucket;
import io.quorate.configuration.SnapshotDirectory;
import io.quorate.wire.CheckJson.Checked;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Temporal and snapshot stores on the machine of a member: the loss of that machine takes the
 * member and the means of its repair (docs/etcd.md#n-35). Only addresses are compared, so a
 * database of Temporal elsewhere, or another name of the same machine, is not seen.
 */
record SharedFate(Configuration configuration) {
  /** A warning for each thing that shares a machine with a member; empty where none does. */
  List<Checked> checked() {
    HostPort temporal = configuration.temporal().target();
    Stream<Checked> ofTemporal = warning("Temporal at " + temporal, at(temporal)).stream();
    Stream<Checked> ofSnapshots =
        switch (configuration.snapshots()) {
          case SnapshotDirectory local ->
              warning("snapshot directory " + local.directory(), SharedFate::isHere).stream();
          case SnapshotBucket bucket ->
              bucket.endpoint().stream()
                  .flatMap(url -> warning("bucket at " + url, at(place(url))).stream());
        };
    return Stream.concat(ofTemporal, ofSnapshots).toList();
  }

  private Optional<Checked> warning(String thing, Predicate<MemberSettings> shares) {
    List<String> members =
        configuration.clusters().values().stream()
            .flatMap(cluster -> cluster.everywhere().stream())
            .filter(shares)
            .map(member -> member.name().toString())
            .distinct()
            .toList();
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Checked.warned(
                thing + ", its machine",
                Optional.of(
                    "it is on the machine of "
                        + members.getFirst()
                        + (members.size() == 1
                            ? ""
                            : " and of " + Amounts.count(members.size() - 1, "other member"))
                        + ": when that machine is lost, nothing can be repaired. Move it to a"
                        + " machine without a member")));
  }

  private static Predicate<MemberSettings> at(HostPort place) {
    return member ->
        place.loopback()
            ? isHere(member)
            : addresses(member).anyMatch(other -> other.equalsIgnoreCase(place.bare()));
  }

  private static boolean isHere(MemberSettings member) {
    return switch (member.platform()) {
      case OnHost on -> on.host().isThisMachine();
    };
  }

  private static Stream<String> addresses(MemberSettings member) {
    Stream<String> urls =
        Stream.of(member.clientUrl(), member.peerUrl()).map(url -> place(url).bare());
    Stream<String> ssh =
        switch (member.platform()) {
          case OnHost on ->
              on.host() instanceof HostSettings.Ssh elsewhere
                  ? Stream.of(elsewhere.address())
                  : Stream.empty();
        };
    return Stream.concat(urls, ssh);
  }

  /** The host of the URL; its port says nothing here. */
  private static HostPort place(URI url) {
    return new HostPort(Optional.ofNullable(url.getHost()).orElse(""), 0);
  }
}
