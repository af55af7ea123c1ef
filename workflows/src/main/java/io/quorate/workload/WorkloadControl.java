package io.quorate.workload;

import java.util.List;
import java.util.Optional;

/**
 * Control over the workloads of a cluster: who decides when a member is started. A platform with a
 * controller that would undo what Quorate does to a member states this control. Other platforms,
 * such as hosts, state none.
 *
 * @param controller the platform's own controller, in the platform's words: {@code StatefulSet
 *     etcd}
 * @param evidence how the holder is known, or why nobody knows the holder
 * @param fixedPlaces why no place of a member can be made or given up now, with the way out; empty
 *     where one can
 * @param manifest the number of members that somebody applies again and again, as a warning of a
 *     plan that changes this number; empty where nobody does
 * @param advice what the platform advises on the controller and its objects, most pressing first
 * @param form the form of the controller, where that keeps members from being held, or is being
 *     changed; empty where the controller has the form that Quorate needs
 * @param obstacle why the workloads could not be taken over now, with the way out; empty where
 *     nothing is known against it
 * @param missing rights that the platform does not give to Quorate; none where nobody knows
 */
public record WorkloadControl(
    String controller,
    Holder holder,
    String evidence,
    Optional<String> fixedPlaces,
    Optional<String> manifest,
    List<PlatformAdvice> advice,
    Optional<WorkloadForm> form,
    Optional<String> obstacle,
    List<MissingRights> missing) {
  public WorkloadControl {
    advice = List.copyOf(advice);
    missing = List.copyOf(missing);
  }

  /** A control on whose objects nothing is advised, and whose controller has the needed form. */
  public WorkloadControl(
      String controller,
      Holder holder,
      String evidence,
      Optional<String> fixedPlaces,
      Optional<String> manifest) {
    this(
        controller,
        holder,
        evidence,
        fixedPlaces,
        manifest,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** The control where places can be made, and nobody applies a number of them. */
  public WorkloadControl(String controller, Holder holder, String evidence) {
    this(controller, holder, evidence, Optional.empty(), Optional.empty());
  }

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
    return new WorkloadControl(
        controller, other, "projected", fixedPlaces, manifest, advice, form, obstacle, missing);
  }

  /** The control with what the platform advises. */
  public WorkloadControl advising(List<PlatformAdvice> given) {
    return new WorkloadControl(
        controller, holder, evidence, fixedPlaces, manifest, given, form, obstacle, missing);
  }

  /** The control of a controller with this form. */
  public WorkloadControl formed(Optional<WorkloadForm> other) {
    return new WorkloadControl(
        controller, holder, evidence, fixedPlaces, manifest, advice, other, obstacle, missing);
  }

  /** The control of workloads that cannot be taken over, for this reason. */
  public WorkloadControl hindered(Optional<String> why) {
    return new WorkloadControl(
        controller, holder, evidence, fixedPlaces, manifest, advice, form, why, missing);
  }

  /** The control where Quorate has not got these rights. */
  public WorkloadControl lacking(List<MissingRights> rights) {
    return new WorkloadControl(
        controller, holder, evidence, fixedPlaces, manifest, advice, form, obstacle, rights);
  }

  /** Why a plan could not begin: Quorate has not got the workloads, and would not get them. */
  public Optional<String> refusal() {
    return obstacle.filter(why -> holder == Holder.PLATFORM);
  }
}
