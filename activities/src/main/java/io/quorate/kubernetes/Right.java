package io.quorate.kubernetes;

import java.util.List;
import java.util.Optional;

/**
 * A right that Quorate needs at the API server.
 *
 * @param group API group, empty for the first one
 * @param resource in the plural, with its subresource: {@code pods/exec}
 * @param reason in a sentence
 */
public record Right(
    String verb, String group, String resource, Objects objects, Use use, String reason) {
  private static final List<String> HOLDING =
      List.of(
          "adopt",
          "majority-recovery",
          "member-restart",
          "minority-replace",
          "planned-migration",
          "repair-corrupt-member",
          "rolling-downgrade",
          "rolling-restart",
          "rolling-upgrade",
          "scale",
          "undo");

  /** The objects that a right is for. */
  public enum Objects {
    /** The StatefulSets of the cluster, whose names the configuration has. */
    SETS,
    /** Pods of members, which are called as their set with an ordinal. */
    MEMBERS,
    /** Keepers, which are called as the pod of a member. */
    KEEPERS,
    /** The lease of the cluster, which is called after a set. */
    LEASE,
    /** All of a kind in the namespace: no list and no creation can be limited to names. */
    NAMESPACE,
    /** Objects of the whole Kubernetes, whose names are not known before. */
    ANYWHERE,
    /** The admission policy of Quorate's chart. */
    POLICY;

    /** Whether a ClusterRole has to grant the right, and no Role can. */
    public boolean isOfWholeKubernetes() {
      return this == ANYWHERE || this == POLICY;
    }

    /** Whether a role may grant the right for the objects of these names only. */
    public boolean isNamed() {
      return this != NAMESPACE && this != ANYWHERE;
    }
  }

  /** The purposes of rights. */
  public enum Use {
    /** Looks at members, which every runbook begins with. */
    LOOK("to look at members", List.of()),
    /** Advice that costs requests of its own. */
    ADVISE("to advise", List.of()) {
      @Override
      public String needed() {
        return "quorate check and quorate pdb";
      }
    },
    /** Members that are stopped, held and started. */
    HOLD("to stop and start members", HOLDING),
    /** Data of members that do not run. */
    DATA("to reach the data of members", HOLDING),
    /** Members that go to a node or zone that a person named. */
    PLACE("to move members to a node or zone", List.of("planned-migration")),
    /** StatefulSets that are created again around their pods. */
    ADOPT("to create StatefulSets again around their pods", List.of("adopt")),
    /** The takeover of a cluster from its controllers, and its lock between two Quorates. */
    LOCK("to take the cluster over", List.of()) {
      @Override
      public String needed() {
        return "every runbook that changes something";
      }
    };

    private final String words;
    private final List<String> runbooks;

    Use(String words, List<String> runbooks) {
      this.words = words;
      this.runbooks = runbooks;
    }

    /** The use for people, after "rights": {@code to stop and start members}. */
    public String words() {
      return words;
    }

    /** Whether nothing can be changed by such a right. */
    public boolean changesNothing() {
      return this == LOOK || this == ADVISE;
    }

    /** Whether a runbook needs such a right. */
    public boolean isOfRunbooks() {
      return this != ADVISE;
    }

    /** The names of the runbooks that need the right, or "every runbook". */
    public String needed() {
      return runbooks.isEmpty() ? "every runbook" : String.join(", ", runbooks);
    }

    /** The runbooks that need the right; empty for all runbooks, or for none. */
    public List<String> runbooks() {
      return runbooks;
    }
  }

  /** The resource without its subresource. */
  String kind() {
    return resource.split("/", 2)[0];
  }

  /** The subresource, as in {@code exec}. */
  Optional<String> subresource() {
    return resource.contains("/") ? Optional.of(resource.split("/", 2)[1]) : Optional.empty();
  }

  /** The right for people, as {@code kubectl auth can-i} takes it. */
  public String words() {
    return verb + " " + resource + (group.isEmpty() ? "" : "." + group);
  }
}
