package io.quorate.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * Process of a member, as its platform shows the process.
 *
 * @param evidence how the state is known, in words: {@code pid 4711 is gone}
 * @param complaint the line of the log of the last run that says that the file system is full;
 *     empty where no line says so
 * @param placement where it was seen
 * @param machineTime what is worth telling of the time there; empty where nothing is, and on the
 *     machine of who looked
 * @param probe which probe ends the member while quorum is lost, and where that probe stands, in
 *     words (docs/etcd.md#n-31); empty where no probe does
 * @param grace the time that the member gets to end when it is stopped
 * @param trap what would harm the member in a change; empty where nothing shows it
 */
public record Workload(
    State state,
    String evidence,
    Optional<String> complaint,
    Placement placement,
    Optional<MachineTime> machineTime,
    Optional<String> probe,
    Grace grace,
    Optional<Trap> trap) {
  /** States of a workload. */
  public sealed interface State {}

  /**
   * A run is there.
   *
   * @param run the run; empty where the run is expected and not there yet
   * @param hang what shows that the run does nothing; empty where nothing shows it
   * @param sinceTerm how long ago the run was asked to end during a restart of a hung member; empty
   *     where it was not asked
   */
  public record Running(Optional<Run> run, Optional<Hang> hang, Optional<Duration> sinceTerm)
      implements State {
    /** A run that is expected after a step. */
    public static final Running EXPECTED =
        new Running(Optional.empty(), Optional.empty(), Optional.empty());

    /** Whether the run was stopped by a signal or a debugger, so that it cannot end by itself. */
    boolean isStopped() {
      return hang.filter(sign -> sign.kind() == Hang.Kind.STOPPED).isPresent();
    }
  }

  /** States in which it is proven that no run is there. */
  public enum Gone implements State {
    /** The member may be started. */
    STOPPED,
    /** The member is kept from being started. */
    HELD,
    /** The platform has nothing that could start the member. */
    ABSENT
  }

  /** States in which nobody knows whether a run is there. The member is left alone. */
  public enum Uncertain implements State {
    /** The supervisor starts the member again and again. A hold ends that. */
    RESTARTING,
    /** The platform did not answer, or has nothing of the member. */
    UNREACHABLE,
    /** Another program stands where the member's should. */
    STRANGER,
    /** The platform answered, and what it shows proves nothing. */
    AMBIGUOUS
  }

  public Workload(State state, String evidence) {
    this(
        state,
        evidence,
        Optional.empty(),
        Placement.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        Grace.STANDARD,
        Optional.empty());
  }

  /** A workload that runs. */
  public static Workload running(String evidence, Run run) {
    return new Workload(
        new Running(Optional.of(run), Optional.empty(), Optional.empty()), evidence);
  }

  /** A workload that is proven not to run, and may be started. */
  public static Workload stopped(String evidence) {
    return new Workload(Gone.STOPPED, evidence);
  }

  /** A workload that is proven not to run, and is kept from being started. */
  public static Workload held(String evidence) {
    return new Workload(Gone.HELD, evidence);
  }

  /** A workload that is proven not to run, and that nothing can start. */
  public static Workload absent(String evidence) {
    return new Workload(Gone.ABSENT, evidence);
  }

  /** A workload that its supervisor starts again and again. */
  public static Workload restarting(String evidence) {
    return new Workload(Uncertain.RESTARTING, evidence);
  }

  /** A workload of which nothing was reached, for this reason. */
  public static Workload unreachable(String why) {
    return new Workload(Uncertain.UNREACHABLE, why);
  }

  /** A workload of which nothing is proven. */
  public static Workload ambiguous(String evidence) {
    return new Workload(Uncertain.AMBIGUOUS, evidence);
  }

  /** A workload in whose place another program stands. */
  public static Workload stranger(String evidence) {
    return new Workload(Uncertain.STRANGER, evidence);
  }

  /** The workload with a line of its log. */
  public Workload complaining(Optional<String> line) {
    return new Workload(state, evidence, line, placement, machineTime, probe, grace, trap);
  }

  /** The workload at this place, with what is worth telling of the time there. */
  public Workload on(Placement seen, Optional<MachineTime> time) {
    return new Workload(state, evidence, complaint, seen, time, probe, grace, trap);
  }

  /** The workload with the probe that ends it while quorum is lost. */
  public Workload probed(Optional<String> found) {
    return new Workload(state, evidence, complaint, placement, machineTime, found, grace, trap);
  }

  /** The workload that gets this time to end. */
  public Workload ending(Grace time) {
    return new Workload(state, evidence, complaint, placement, machineTime, probe, time, trap);
  }

  /** The workload of a member with this trap around it. */
  public Workload trapped(Optional<Trap> found) {
    return new Workload(state, evidence, complaint, placement, machineTime, probe, grace, found);
  }

  /** The trap that a change of this kind sets off; empty where nothing shows one. */
  public Optional<Trap> trap(Trap.Kind kind) {
    return trap.filter(found -> found.kind() == kind);
  }

  /** The workload with what shows that its run does nothing, and since when it was asked to end. */
  public Workload hanging(Optional<Hang> sign, Optional<Duration> term) {
    return state instanceof Running running
        ? new Workload(
            new Running(running.run(), sign, term),
            evidence,
            complaint,
            placement,
            machineTime,
            probe,
            grace,
            trap)
        : this;
  }

  /** Whether the log says that the file system is full (docs/etcd.md#exits-and-log-lines). */
  public boolean diskFull() {
    return complaint.isPresent();
  }

  /** Whether it is proven that no run of this member is there. */
  public boolean provenAbsent() {
    return state instanceof Gone;
  }

  /** Whether no run is there and the platform has what starts the member. */
  public boolean isStartable() {
    return state == Gone.STOPPED || state == Gone.HELD;
  }

  /** Whether no run is there and nothing but Quorate can start the member. */
  public boolean cannotStart() {
    return state == Gone.HELD || state == Gone.ABSENT;
  }

  public boolean runs() {
    return state instanceof Running;
  }

  public boolean isHeld() {
    return state == Gone.HELD;
  }

  /** Whether the platform has nothing that could start the member. */
  public boolean isAbsent() {
    return state == Gone.ABSENT;
  }

  /** Whether the member may run or not. */
  public boolean isUncertain() {
    return state instanceof Uncertain;
  }

  public boolean isRestarting() {
    return state == Uncertain.RESTARTING;
  }

  /** Whether a platform that chooses the machine of the member has not found one yet. */
  public boolean waitsForMachine() {
    return isRestarting() && placement.node().isEmpty() && placement.volume().isPresent();
  }

  public boolean isUnreachable() {
    return state == Uncertain.UNREACHABLE;
  }

  /** Whether another program stands where the member's should. */
  public boolean hasStranger() {
    return state == Uncertain.STRANGER;
  }

  /** The run that is there; empty where none is, or it is not known. */
  public Optional<Run> run() {
    return running().flatMap(Running::run);
  }

  /** Returns the signs that the run does nothing. */
  public Optional<Hang> hang() {
    return running().flatMap(Running::hang);
  }

  /** How long ago the run was asked to end during a restart of a hung member. */
  public Optional<Duration> sinceTerm() {
    return running().flatMap(Running::sinceTerm);
  }

  /** Whether the run was stopped by a signal or a debugger, so that it cannot end by itself. */
  public boolean isStopped() {
    return running().filter(Running::isStopped).isPresent();
  }

  /** Whether the run was asked to end and has had its time, or cannot be asked. */
  public boolean termIsSpent() {
    return sinceTerm().filter(since -> isStopped() || since.compareTo(Grace.TERM) >= 0).isPresent();
  }

  /** Whether this run of the member is there. */
  public boolean isRun(Run other) {
    return run().filter(other::equals).isPresent();
  }

  private Optional<Running> running() {
    return state instanceof Running running ? Optional.of(running) : Optional.empty();
  }
}
