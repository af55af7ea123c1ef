package io.quorate.workload;

/**
 * Supervisor of the process of a member, as the configuration has it. It decides what a hold of the
 * member can hold (docs/hosts.md#how-a-member-is-held). Names are stored: they are only added to.
 */
public enum Supervision {
  /** Nothing: Quorate starts and ends a plain process. */
  PROCESS,
  /** A service unit of systemd. */
  UNIT,
  /** A static pod of the kubelet. */
  STATIC_POD,
  /** A pod of a StatefulSet of Kubernetes. */
  POD_OF_SET;

  /** Returns what a hold of the member does not hold: the rest of a sentence about the hold. */
  public String limitOfHold() {
    return switch (this) {
      case PROCESS -> "binds Quorate alone: a script or a person can start etcd all the same.";
      case UNIT ->
          "binds whoever starts the unit, at a boot too, and nobody who starts etcd beside it.";
      case STATIC_POD ->
          "ends when anybody, kubeadm upgrade too, writes the manifest to its place again.";
      case POD_OF_SET ->
          "ends when anybody removes the scheduling gate of its pod, or replaces its StatefulSet.";
    };
  }

  /** Returns the words for a place with this supervisor. */
  public PlaceWords words() {
    return switch (this) {
      case PROCESS, UNIT -> PlaceWords.HOST;
      case STATIC_POD -> PlaceWords.STATIC_POD;
      case POD_OF_SET -> PlaceWords.POD_OF_SET;
    };
  }
}
