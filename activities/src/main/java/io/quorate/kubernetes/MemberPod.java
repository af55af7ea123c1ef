package io.quorate.kubernetes;

/**
 * The pod of a member by its place in a StatefulSet: a name that outlives every pod that has it.
 *
 * @param set the name of the StatefulSet
 */
record MemberPod(String set, int ordinal) {
  /** The name of the pod: {@code etcd-1}. */
  String name() {
    return set + "-" + ordinal;
  }
}
