package io.quorate.workload;

/**
 * Control over the workloads of a cluster: who decides when a member is started. A platform with a
 * controller that would undo what Quorate does to a member states this control. Other platforms,
 * such as hosts, state none.
 *
 * @param controller the platform's own controller, in the platform's words: {@code StatefulSet
 *     etcd}
 * @param evidence how the holder is known, or why nobody knows the holder
 */
public record WorkloadControl(String controller, Holder holder, String evidence) {
  /** Holder of the control. Names are stored: they are only added to. */
  public enum Holder {
    /** The platform's own controller. */
    PLATFORM,
    /** Quorate, which has taken the workloads over. */
    QUORATE,
    /** The platform did not show the holder. */
    UNKNOWN
  }

  /** The control in the hands of another holder, as a step leaves it. */
  public WorkloadControl heldBy(Holder other) {
    return new WorkloadControl(controller, other, "projected");
  }
}
