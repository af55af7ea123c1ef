package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.CleanText;
import java.util.List;

/**
 * Update strategy that a StatefulSet had before its pods were taken over. While pods differ from
 * the template, as in the middle of a roll, the strategy stays saved: the controller would replace
 * those pods at once, without a look at etcd. It stays saved while a pod of any set of the cluster
 * is held, too: at the next change of the template the controller would replace another pod beside
 * the held one.
 */
record SavedStrategy(SetLook look, EtcdSet set) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 300;

  /** Whether there is one, and the controller would replace no pod if the set had it again. */
  boolean isDue() {
    return set.savedStrategy().isPresent()
        && set.adoptedFrom().isEmpty()
        && set.isObserved()
        && outdated().isEmpty()
        && look.gated().isEmpty();
  }

  /** Whether there is one, and the set cannot have it back yet. */
  boolean isKept() {
    return set.savedStrategy().isPresent()
        && set.adoptedFrom().isEmpty()
        && !(outdated().isEmpty() && look.gated().isEmpty());
  }

  /** The pods that the controller would replace: of the partition, those of another template. */
  private List<String> outdated() {
    return set.places().stream()
        .skip(partition())
        .flatMap(place -> look.pod(place).stream())
        .filter(pod -> set.owns(pod) && !pod.isDeleted())
        .filter(pod -> !pod.revision().orElse("").equals(set.revision()))
        .map(EtcdPod::name)
        .toList();
  }

  private int partition() {
    try {
      return JSON.readTree(set.savedStrategy().orElse("{}"))
          .at("/rollingUpdate/partition")
          .asInt(0);
    } catch (JsonProcessingException notOurs) {
      return 0;
    }
  }

  /** Why the set keeps OnDelete, and what ends that. */
  String words() {
    return look.gated().isEmpty() ? outdatedWords() : heldWords();
  }

  private String heldWords() {
    return "the %s keeps OnDelete while a pod is held (%s): with its own update strategy the next change of its template would take another member down beside that one. Quorate gives that strategy back once no pod is held. To start the member, carry out the plan of quorate status CLUSTER. %s"
        .formatted(set.words(), String.join(", ", look.gated()), removed(look, "CLUSTER"));
  }

  /** Way out for a held pod without a plan, as a sentence without its end. */
  static String removed(SetLook look, String cluster) {
    String away =
        look.names().sets().size() == 1
            ? ""
            : "; or, if it is not to come back, take its StatefulSet out of statefulSets in"
                + " quorate.yml";
    return "Where status proposes none, the member is no longer in the membership: quorate start scale %s --members N, or quorate start minority-replace %s --member NAME%s"
        .formatted(cluster, cluster, away);
  }

  private String outdatedWords() {
    return "the %s keeps OnDelete while pods differ from its template (%s): its own update strategy would replace these pods at once. Quorate gives that strategy back once no pod differs. To have the controller replace them now: kubectl patch statefulset %s -n %s --type=merge -p '{\"spec\":{\"updateStrategy\":%s},\"metadata\":{\"annotations\":{\"%s\":null}}}'"
        .formatted(
            set.words(),
            String.join(", ", outdated()),
            set.name(),
            set.set().getMetadata().getNamespace(),
            CleanText.line(set.savedStrategy().orElse(""), LONGEST),
            Marks.STRATEGY);
  }
}
