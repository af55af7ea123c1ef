package io.quorate.kubernetes;

import io.quorate.port.JoinSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The list of members that a pod gives to etcd at its first start. The template has the list of the
 * day on which the cluster began; a member that joins later needs the list of now, else etcd ends
 * at once ("member count is unequal"). A member with data ignores the list.
 */
final class InitialCluster {
  private static final String VARIABLE = "ETCD_INITIAL_CLUSTER";
  private static final String STATE = "ETCD_INITIAL_CLUSTER_STATE";

  /** Setting by which etcd asks a service for the list; etcd takes no list beside this setting. */
  private static final String DISCOVERY = "ETCD_DISCOVERY";

  // Nothing that a shell or Kubernetes takes for more than a word.
  private static final Pattern PLAIN = Pattern.compile("[\\w.,:=/-]*");

  private InitialCluster() {}

  /**
   * The settings with which this pod has to be born to be started so. A member without data needs
   * them all; for a member with data, what cannot be edited is left as it is.
   */
  static SortedMap<String, String> settings(EtcdPod pod, JoinSettings join) {
    SortedMap<String, String> settings = new TreeMap<>(join.thisRun());
    String wanted = join.initialCluster();
    SortedMap<String, String> own = pod.settings();
    if (wanted.isEmpty() || discovers(own)) {
      return settings;
    }
    boolean differs = !members(own.getOrDefault(VARIABLE, "")).equals(members(wanted));
    if (differs && (join.joins() || isEditable(pod, wanted))) {
      settings.put(VARIABLE, wanted);
    }
    if (join.joins()) {
      settings.put(STATE, "existing");
    }
    return settings;
  }

  private static boolean discovers(SortedMap<String, String> settings) {
    return settings.keySet().stream().anyMatch(name -> name.startsWith(DISCOVERY));
  }

  /**
   * Why no member without data can join in a pod of this set, with what to do; empty where one can.
   */
  static Optional<String> objection(EtcdSet set) {
    MemberPod place = set.places().getFirst();
    boolean discovers =
        EtcdContainer.in(set.template().getSpec())
            .map(etcd -> ContainerSettings.of(etcd.container(), set.metadata(place)).values())
            .filter(InitialCluster::discovers)
            .isPresent();
    List<String> missing =
        Map.of(VARIABLE, "a=http://a:2380", STATE, "existing").entrySet().stream()
            .filter(each -> !discovers && !Window.gives(set, place, each))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "a member without data would not join in a pod of the %s, but begin a cluster or end: Quorate cannot give it %s, because a script makes the value of variables, or is not seen. Do: write literal values for them into the env of the container, and let its script pass no flags for them"
                .formatted(set.words(), String.join(" and ", missing)));
  }

  private static Set<String> members(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).collect(Collectors.toSet());
  }

  private static boolean isEditable(EtcdPod pod, String wanted) {
    return PLAIN.matcher(wanted).matches()
        && pod.container().flatMap(etcd -> SettingEdit.of(etcd, VARIABLE, wanted, 0)).isPresent();
  }
}
