package io.quorate.kubernetes;

/** Names of what Quorate writes on objects of Kubernetes, and reads again in a later attempt. */
final class Marks {
  /** The scheduling gate of a held pod, and the finalizer that keeps the object of an ended one. */
  static final String HOLD = "quorate.io/hold";

  /**
   * On a set: the operation that took its pods over. An admission policy looks for it. On a volume:
   * the operation that set it aside. Beside the manifest of a set: the operation that takes it
   * away.
   */
  static final String OPERATION = "quorate.io/operation";

  /** On a set: the update strategy to give back, as JSON. */
  static final String STRATEGY = "quorate.io/update-strategy";

  /** On a set: claims of pods that it gives up are kept until the end, though it deletes them. */
  static final String CLAIMS = "quorate.io/claims-kept";

  /** On a set: its template has the gate now; what else was changed there, as JSON. */
  static final String WINDOW = "quorate.io/window";

  /** On a set: a person states, with day and uid, that whoever applies its manifest is paused. */
  static final String APPLIER_PAUSED = "quorate.io/applier-paused";

  /** On a set: the number of pods in its manifest before Quorate changed it, and who applies it. */
  static final String REPLICAS = "quorate.io/applied-replicas";

  /** On a set: a person states, with number and uid, that its manifest has this number of pods. */
  static final String REPLICAS_WRITTEN = "quorate.io/replicas-written";

  /** On a set that Quorate created again as Parallel: the podManagementPolicy that it had. */
  static final String ADOPTED = "quorate.io/adopted";

  /**
   * On a set that Quorate created again, for good: who applied its manifest, as JSON. Beside the
   * manifest of a set: the same.
   */
  static final String APPLIED_BY = "quorate.io/applied-by";

  /**
   * On a claim of a member, or on its pod: the manifest of its set, as JSON, while the set is away.
   */
  static final String SET = "quorate.io/statefulset";

  /** Beside the manifest of a set: the revision of its template. */
  static final String REVISION_BEFORE = "quorate.io/revision";

  /** On a volume: the reclaim policy to give back once its set is there again. */
  static final String RECLAIM = "quorate.io/reclaim-policy";

  /** On a set: a person states that a preStop hook with words of this hash does no harm. */
  static final String HOOK_HARMLESS = "quorate.io/hook-harmless";

  /** On a pod: the id of its container, recorded before the pod is deleted. */
  static final String RUN = "quorate.io/run";

  /** On a pod: the id of its container, where that was asked to end and is started again. */
  static final String TERM = "quorate.io/term";

  /**
   * On a pod: the run that ended before this pod was created, as JSON. On a claim: the run that
   * ended before its place was given up.
   */
  static final String ENDED = "quorate.io/ended";

  /** On a pod: the labels of the nodes to which its start is bound, which its template lacks. */
  static final String STEERED = "quorate.io/steered";

  /** On a pod: the {@code initial-cluster-state} that the environment of etcd takes from here. */
  static final String STATE = "quorate.io/initial-cluster-state";

  /** The label of a volume that was set aside whole, with the name of the member's pod. */
  static final String ASIDE = "quorate.io/aside";

  /** On such a volume: the member id under which its data was used. */
  static final String MEMBER = "quorate.io/member";

  /** The label of a keeper, with the name of the member's pod. */
  static final String KEEPER = "quorate.io/keeper";

  /** On a keeper: the images that were ordered for it. */
  static final String IMAGES = "quorate.io/images";

  /** The label by which the controller tells outdated pods. */
  static final String REVISION = "controller-revision-hash";

  private Marks() {}

  /** Whether a mark of this name is one of Quorate. */
  static boolean isOurs(String name) {
    return name.startsWith("quorate.io/");
  }

  /** Whether a mark of this name on a set is of no operation, and stays. */
  static boolean lasts(String name) {
    return name.equals(HOOK_HARMLESS) || name.equals(APPLIED_BY);
  }

  /** On a set: the operation that holds this pod. */
  static String held(String pod) {
    return "quorate.io/held." + pod;
  }

  /**
   * On a set: the run that ended in a pod of this name, as JSON, until its successor carries it.
   */
  static String ended(String pod) {
    return "quorate.io/ended." + pod;
  }
}
