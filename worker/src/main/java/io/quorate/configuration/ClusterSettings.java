package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Place;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One cluster of etcd processes on hosts.
 *
 * @param alerts labels that mean this cluster; an alert that has them all is about it
 * @param tls empty: in the clear
 */
public record ClusterSettings(
    ClusterKey key,
    Map<String, String> alerts,
    SortedMap<MemberName, MemberSettings> members,
    Optional<TlsFiles> tls,
    Optional<Credentials> credentials) {
  public ClusterSettings {
    alerts = Map.copyOf(alerts);
    members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
  }

  /** Where the members are, in the words of the facts. */
  public Map<MemberName, Place> places() {
    Map<MemberName, Place> places = new TreeMap<>();
    members.forEach((name, member) -> places.put(name, member.place()));
    return places;
  }

  /** Whether an alert with these labels is about this cluster. */
  public boolean isMeantBy(Map<String, String> labels) {
    return !alerts.isEmpty() && labels.entrySet().containsAll(alerts.entrySet());
  }
}
