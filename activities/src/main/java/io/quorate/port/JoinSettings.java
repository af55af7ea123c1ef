package io.quorate.port;

import io.quorate.cluster.Destination;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings with which a member joins an existing cluster: all members by name, itself included,
 * with their peer URLs; the state is always {@code existing}.
 *
 * @param thisRun variables that this one run of its process gets and its file does not; they win
 *     over those of the file
 * @param token the cluster token that the file gets, after a restore gave the cluster another one;
 *     empty leaves the file's own
 * @param joins whether the member has no data, so that it starts by these settings or not at all; a
 *     member with data ignores them
 * @param to the node or zone to which this start is bound; empty where the platform may choose
 */
public record JoinSettings(
    Map<String, List<String>> peerUrlsByName,
    SortedMap<String, String> thisRun,
    Optional<String> token,
    boolean joins,
    Optional<Destination> to) {
  public JoinSettings {
    peerUrlsByName = Map.copyOf(peerUrlsByName);
    thisRun = Collections.unmodifiableSortedMap(new TreeMap<>(thisRun));
  }

  /** Settings that leave the cluster token as it is. */
  public JoinSettings(Map<String, List<String>> peerUrlsByName, SortedMap<String, String> thisRun) {
    this(peerUrlsByName, thisRun, Optional.empty(), false, Optional.empty());
  }

  /** Settings without variables for one run. */
  public JoinSettings(Map<String, List<String>> peerUrlsByName) {
    this(peerUrlsByName, Collections.emptySortedMap());
  }

  /** Returns a copy of the settings with another cluster token. */
  public JoinSettings withToken(String other) {
    return new JoinSettings(peerUrlsByName, thisRun, Optional.of(other), joins, to);
  }

  /** Returns a copy of the settings for a member without data. */
  public JoinSettings joining() {
    return new JoinSettings(peerUrlsByName, thisRun, token, true, to);
  }

  /** Returns a copy of the settings for a start that is bound to a node or zone. */
  public JoinSettings at(Optional<Destination> destination) {
    return new JoinSettings(peerUrlsByName, thisRun, token, joins, destination);
  }

  /**
   * The value of {@code ETCD_INITIAL_CLUSTER}: {@code a=http://..,b=http://..}, in the order of the
   * names.
   */
  public String initialCluster() {
    return new TreeMap<>(peerUrlsByName)
        .entrySet().stream()
            .flatMap(entry -> entry.getValue().stream().map(url -> entry.getKey() + "=" + url))
            .collect(Collectors.joining(","));
  }
}
