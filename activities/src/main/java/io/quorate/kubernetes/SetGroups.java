package io.quorate.kubernetes;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * StatefulSets that run one cluster together. Sets of one replica belong together where the
 * template of one lists the peer URL of the other in its initial cluster; names and labels prove
 * nothing.
 */
final class SetGroups {
  private SetGroups() {}

  /** Groups the sets, in the order of their first ones. */
  static List<List<EtcdSet>> of(List<EtcdSet> sets) {
    List<List<EtcdSet>> groups = new ArrayList<>();
    for (EtcdSet set : sets) {
      List<List<EtcdSet>> own =
          groups.stream().filter(group -> group.stream().anyMatch(one -> isOne(one, set))).toList();
      List<EtcdSet> joined = new ArrayList<>(own.stream().flatMap(List::stream).toList());
      joined.add(set);
      groups.removeAll(own);
      groups.add(joined);
    }
    return groups;
  }

  /** The names of a group for people: {@code orders-0, orders-1}. */
  static String names(List<EtcdSet> group) {
    return group.stream().map(EtcdSet::name).collect(Collectors.joining(", "));
  }

  private static boolean isOne(EtcdSet one, EtcdSet other) {
    return one.replicas() <= 1 && other.replicas() <= 1 && (lists(one, other) || lists(other, one));
  }

  private static boolean lists(EtcdSet one, EtcdSet other) {
    Set<String> listed = initialCluster(one);
    return peerUrl(other).filter(url -> listed.contains(url.toString())).isPresent();
  }

  private static Optional<URI> peerUrl(EtcdSet set) {
    return RunningSets.urls(set, place(set)).map(urls -> urls.peer());
  }

  /** The peer URLs that the template gives to a member at its first start. */
  private static Set<String> initialCluster(EtcdSet set) {
    return RunningSets.settings(set, place(set))
        .flatMap(settings -> settings.value("ETCD_INITIAL_CLUSTER"))
        .map(list -> Arrays.stream(list.split(",")).map(SetGroups::url).toList())
        .<Set<String>>map(LinkedHashSet::new)
        .orElse(Set.of());
  }

  private static String url(String entry) {
    return entry.substring(entry.indexOf('=') + 1).strip();
  }

  private static MemberPod place(EtcdSet set) {
    return set.places().getFirst();
  }
}
