package io.quorate.kubernetes;

import io.quorate.port.Failure;
import io.quorate.workload.WorkloadForm;
import io.quorate.workload.WorkloadForm.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Form of the one StatefulSet of a cluster: whether it creates its pods in turn, so that a held pod
 * keeps others away, and what is said of its other creation.
 *
 * @param asking the operation that has the set or asks; empty for none
 */
record AdoptionForm(SetLook look, EtcdSet set, Optional<String> asking) {
  private static final String OLD = "OrderedReady";

  /**
   * The form of the set; empty where pods are created without an order, or there is only one set
   * for each member.
   */
  static Optional<WorkloadForm> of(SetLook look, Optional<String> asking) {
    return look.names().sets().size() > 1
        ? Optional.empty()
        : look.sets().values().stream()
            .findFirst()
            .filter(set -> set.isOrdered() || set.adoptedFrom().isPresent())
            .map(set -> new AdoptionForm(look, set, set.operation().or(() -> asking)).form());
  }

  private WorkloadForm form() {
    String sum = SetNote.of(set).sum();
    SetGuards guards = new SetGuards(look, set, asking);
    return new WorkloadForm(
        stage(),
        sum,
        "The podManagementPolicy of the %s is OrderedReady: while one member is held, the controller creates none after it."
            .formatted(set.words()),
        set.replicas() > 1,
        "Create the %s again, with podManagementPolicy Parallel and OnDelete, around its running pods (manifest %s)"
            .formatted(set.words(), sum),
        "Create the %s again as it was, with podManagementPolicy %s, around its running pods"
            .formatted(set.words(), OLD),
        guards.adoption().map(why -> "The %s is not created again: %s".formatted(set.words(), why)),
        warnings());
  }

  private Stage stage() {
    boolean begun = set.operation().isPresent() && !isSettled();
    if (set.isAway() || set.isDeleted() || begun) {
      return Stage.BETWEEN;
    }
    return set.isOrdered() ? Stage.UNFIT : Stage.FITTED;
  }

  private boolean isSettled() {
    try {
      return AdoptionMoves.settled(look, set) instanceof Move.Done;
    } catch (Failure foreignPod) {
      return true;
    }
  }

  private List<String> warnings() {
    List<String> all = new ArrayList<>();
    all.add(
        "While the %s is away, for about a second, nobody creates a pod: a member whose pod goes in that time comes back once the set is there."
            .formatted(set.words()));
    String lacking =
        AdoptionMoves.lacking(look, set).map(MemberPod::name).collect(Collectors.joining(", "));
    if (!lacking.isEmpty()) {
      all.add(
          "With Parallel the controller creates a pod for each of %s at once, on an empty volume where the claim is gone. Such a pod is kept from every node by its scheduling gate, until it is proven or stated that nothing runs from before."
              .formatted(lacking));
    }
    all.add(
        "%s Write podManagementPolicy: Parallel and updateStrategy: {type: OnDelete} into that manifest before the next apply. An apply with %s fails, and where it is forced (kubectl replace --force, Flux force, Argo CD Replace) it deletes the set with all of its pods. An apply without podManagementPolicy goes through, and brings the update strategy of the manifest back."
            .formatted(
                Applier.of(set)
                    .map(who -> who.words() + " applies a manifest of the " + set.words() + ".")
                    .orElse("Somebody has a manifest of the " + set.words() + "."),
                OLD));
    if (!(set.isOnDelete() && set.savedStrategy().isEmpty())) {
      all.add(
          "With OnDelete a change of the template restarts nobody: rolling-restart, or"
              + " rolling-upgrade, does.");
    }
    return all;
  }
}
