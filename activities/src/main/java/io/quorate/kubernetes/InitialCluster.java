package io.quorate.kubernetes;

import io.quorate.port.JoinSettings;
import java.util.Arrays;
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

  /** Setting by which etcd asks a service for the list; etcd takes no list beside this setting. */
  private static final String DISCOVERY = "ETCD_DISCOVERY";

  // Nothing that a shell or Kubernetes takes for more than a word.
  private static final Pattern PLAIN = Pattern.compile("[\\w.,:=/-]*");

  private InitialCluster() {}

  /** The settings with which this pod has to be born to be started so. */
  static SortedMap<String, String> settings(EtcdPod pod, JoinSettings join) {
    SortedMap<String, String> settings = new TreeMap<>(join.thisRun());
    String wanted = join.initialCluster();
    SortedMap<String, String> own = pod.settings();
    boolean discovers = own.keySet().stream().anyMatch(name -> name.startsWith(DISCOVERY));
    boolean differs = !members(own.getOrDefault(VARIABLE, "")).equals(members(wanted));
    if (!wanted.isEmpty() && differs && !discovers && isEditable(pod, wanted)) {
      settings.put(VARIABLE, wanted);
    }
    return settings;
  }

  private static Set<String> members(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).collect(Collectors.toSet());
  }

  private static boolean isEditable(EtcdPod pod, String wanted) {
    return PLAIN.matcher(wanted).matches()
        && pod.container().flatMap(etcd -> SettingEdit.of(etcd, VARIABLE, wanted, 0)).isPresent();
  }
}
