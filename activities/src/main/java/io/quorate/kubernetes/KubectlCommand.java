package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Commands of kubectl with which a person does what a move does, or edits a template. */
final class KubectlCommand {
  private KubectlCommand() {}

  /** The command for this move; empty where the move changes nothing. */
  static Optional<String> of(Move move) {
    return switch (move) {
      case Move.Patch patch -> Optional.of(patch(patch.seen(), patch.patch()));
      case Move.Last last -> of(last.patch());
      case Move.Delete delete -> Optional.of(delete(delete.seen().pod()));
      case Move.Drop drop -> Optional.of(delete(drop.claim()));
      case Move.Leave leave -> Optional.of(delete(leave.set()) + " --cascade=orphan");
      case Move.Make make -> Optional.empty();
      case Move.Wait wait -> Optional.empty();
      case Move.Done done -> Optional.empty();
    };
  }

  /** The command for this patch of the object that was seen. */
  static String patch(HasMetadata seen, JsonPatch patch) {
    return "kubectl patch %s --type=json -p '%s'"
        .formatted(object(seen), patch.text().replace("'", "'\\''"));
  }

  /**
   * The beginning of an edit of the template that restarts nobody. Under RollingUpdate the
   * controller would replace the pods at once, so the edit fails where a set that has OnDelete has
   * another strategy by the time at which a person runs it: an operation may have ended.
   */
  static JsonPatch editOf(EtcdSet set) {
    JsonPatch edit = JsonPatch.ofUid(set.uid());
    return set.isOnDelete()
        ? edit.test("OnDelete", "spec", "updateStrategy", "type")
        : edit.replace(Map.of("type", "OnDelete"), "spec", "updateStrategy");
  }

  /** As above, of this container: the fields of a container are found by its number. */
  static JsonPatch editOf(EtcdSet set, EtcdContainer etcd) {
    return editOf(set).test(etcd.name(), etcd.path("name"));
  }

  /** The effect of such an edit on the pods, for people, as a clause. */
  static String effect(EtcdSet set) {
    return set.isOnDelete()
        ? "which restarts nobody"
        : "which restarts nobody, and leaves the set with OnDelete until somebody gives %s back"
            .formatted(set.strategy());
  }

  private static String delete(HasMetadata seen) {
    return "kubectl delete " + object(seen);
  }

  /** An object as kubectl is given one: {@code pod etcd-1 -n default}. */
  private static String object(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    String named = object.getKind().toLowerCase(Locale.ROOT) + " " + object.getMetadata().getName();
    return namespace == null ? named : named + " -n " + namespace;
  }
}
