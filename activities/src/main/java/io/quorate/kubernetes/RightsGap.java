package io.quorate.kubernetes;

import io.quorate.kubernetes.Right.Use;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Rights for one use that Quorate has not got.
 *
 * @param unmet the rights, of the namespace or of the whole Kubernetes; never empty
 */
record RightsGap(Use use, String namespace, List<Right> unmet) {
  /** The gaps among these missing rights, in the order of the uses. */
  static List<RightsGap> of(String namespace, List<Right> missing) {
    return missing.stream().collect(Collectors.groupingBy(Right::use)).entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(gap -> new RightsGap(gap.getKey(), namespace, gap.getValue()))
        .toList();
  }

  /** The rights for people: {@code delete pods, patch pods}. */
  String words() {
    return unmet.stream().map(Right::words).distinct().collect(Collectors.joining(", "));
  }

  /** The way to get the rights, as a clause. */
  String grant() {
    return "grant them in a %s (docs/reference/kubernetes-rights.md has the manifests)"
        .formatted(roles());
  }

  private String roles() {
    boolean whole = unmet.stream().anyMatch(right -> right.objects().isOfWholeKubernetes());
    boolean own = unmet.stream().anyMatch(right -> !right.objects().isOfWholeKubernetes());
    String role = "Role of the namespace " + namespace;
    return whole && own ? role + " and a ClusterRole" : whole ? "ClusterRole" : role;
  }
}
