package io.quorate.workload;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The process of a member on its host.
 *
 * @param evidence how its state is known, in words: {@code pid 4711 is gone}
 * @param complaint the line of its last run's log that says why it does not run, where one is known
 * @param run identifies the run: differs after every start; empty where none runs
 * @param hang what its host shows of a process that does nothing; empty where it shows none, and in
 *     values stored before it was looked for
 * @param sinceTerm how long ago this run was asked to end by SIGTERM in the course of a restart of
 *     a hung member; empty where it was not, and in values stored before that existed
 * @param unreached why nothing of the member was reached, in words: its host did not answer, or has
 *     nothing of it; empty where its host tells something, and in values stored before that was
 *     told apart
 * @param restarting how its supervisor starts it again and again, in words, so that it is not gone;
 *     a hold ends that. Empty where it does not, and in values stored before that was told apart
 * @param machine identifies the machine that was looked at, and is the same after a reboot; empty
 *     where it has no name of its own, and in values stored before it was asked for
 * @param machineTime what is worth telling of the time there; empty where nothing is, on the
 *     machine of who looked, and in values stored before it was asked for
 * @param other which process stands where the member's should, in words; empty where none was seen,
 *     and in values stored before that was told apart
 * @param probe which probe ends it while quorum is lost, and where that probe stands, in words
 *     (docs/etcd.md#n-31); empty where none does, and in values stored before probes were read
 */
public record Workload(
    State state,
    String evidence,
    Optional<String> complaint,
    Optional<String> run,
    Optional<Hang> hang,
    Optional<Duration> sinceTerm,
    Optional<String> unreached,
    Optional<String> restarting,
    Optional<String> machine,
    Optional<MachineTime> machineTime,
    Optional<String> other,
    Optional<String> probe) {
  /** The time that etcd gets to end by SIGTERM, before SIGKILL (docs/etcd.md#restarting). */
  public static final Duration TERM = Duration.ofSeconds(30);

  public Workload {
    hang = Objects.requireNonNullElse(hang, Optional.empty());
    sinceTerm = Objects.requireNonNullElse(sinceTerm, Optional.empty());
    unreached = Objects.requireNonNullElse(unreached, Optional.empty());
    restarting = Objects.requireNonNullElse(restarting, Optional.empty());
    machine = Objects.requireNonNullElse(machine, Optional.empty());
    machineTime = Objects.requireNonNullElse(machineTime, Optional.empty());
    other = Objects.requireNonNullElse(other, Optional.empty());
    probe = Objects.requireNonNullElse(probe, Optional.empty());
  }

  /** The process of a member on a host that was reached. */
  public Workload(
      State state,
      String evidence,
      Optional<String> complaint,
      Optional<String> run,
      Optional<Hang> hang,
      Optional<Duration> sinceTerm) {
    this(
        state,
        evidence,
        complaint,
        run,
        hang,
        sinceTerm,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** A process without a sign that it hangs. */
  public Workload(State state, String evidence, Optional<String> complaint, Optional<String> run) {
    this(state, evidence, complaint, run, Optional.empty(), Optional.empty());
  }

  public Workload(State state, String evidence) {
    this(state, evidence, Optional.empty(), Optional.empty());
  }

  /** A running process. */
  public static Workload running(String evidence, String run) {
    return new Workload(State.RUNNING, evidence, Optional.empty(), Optional.of(run));
  }

  /** The process with a line of its log. */
  public Workload complaining(Optional<String> line) {
    return with(line, hang, sinceTerm, machine, machineTime, probe);
  }

  /** The process with what its host shows of a hang, and since when it has been asked to end. */
  public Workload hanging(Optional<Hang> sign, Optional<Duration> term) {
    return with(complaint, sign, term, machine, machineTime, probe);
  }

  /** The process with the name of the machine that was looked at, and what its time is. */
  public Workload on(Optional<String> seen, Optional<MachineTime> time) {
    return with(complaint, hang, sinceTerm, seen, time, probe);
  }

  /** The process with the probe that ends it while quorum is lost. */
  public Workload probed(Optional<String> found) {
    return with(complaint, hang, sinceTerm, machine, machineTime, found);
  }

  private Workload with(
      Optional<String> line,
      Optional<Hang> sign,
      Optional<Duration> term,
      Optional<String> seen,
      Optional<MachineTime> time,
      Optional<String> found) {
    return new Workload(
        state, evidence, line, run, sign, term, unreached, restarting, seen, time, other, found);
  }

  /** The number of the process in words: {@code pid 4711}; of the run where it is known. */
  public static String pid(String run) {
    return "pid " + run.replaceFirst("\\..*", "");
  }

  /** Whether the process was stopped by a signal or a debugger, so that SIGTERM cannot end it. */
  public boolean isStopped() {
    return hang.filter(sign -> sign.kind() == Hang.Kind.STOPPED).isPresent();
  }

  /** Whether SIGTERM was sent and has been given its time, or cannot be delivered. */
  public boolean termIsSpent() {
    return sinceTerm.filter(since -> isStopped() || since.compareTo(TERM) >= 0).isPresent();
  }

  /** Whether this run of the process is there. */
  public boolean isRun(String other) {
    return state == State.RUNNING && run.filter(other::equals).isPresent();
  }

  /** States of a process. */
  public enum State {
    RUNNING,
    /** The process is proven not to run, and may be started. */
    STOPPED,
    /** The process is proven not to run, and is kept from being started. */
    HELD,
    /** The process is proven not to run, and there is no environment file, unit or manifest. */
    ABSENT,
    /** The process is neither proven to run nor proven gone, and is left alone. */
    UNKNOWN
  }

  public static Workload unknown(String evidence) {
    return new Workload(State.UNKNOWN, evidence);
  }

  /** The process of a member of which nothing was reached, for this reason. */
  public static Workload unreached(String why) {
    return unknown(why, Optional.of(why), Optional.empty(), Optional.empty());
  }

  /** The process of a member of which nothing is known but that another stands in its place. */
  public static Workload other(String evidence) {
    return unknown(evidence, Optional.empty(), Optional.empty(), Optional.of(evidence));
  }

  /** The process of a member that has ended and that its supervisor is about to start again. */
  public static Workload restarting(String evidence) {
    return unknown(evidence, Optional.empty(), Optional.of(evidence), Optional.empty());
  }

  private static Workload unknown(
      String evidence,
      Optional<String> unreached,
      Optional<String> restarting,
      Optional<String> other) {
    return new Workload(
        State.UNKNOWN,
        evidence,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        unreached,
        restarting,
        Optional.empty(),
        Optional.empty(),
        other,
        Optional.empty());
  }

  /** Whether the log says that the file system is full (docs/etcd.md#exits-and-log-lines). */
  public boolean diskFull() {
    return complaint.filter(line -> line.contains("no space left on device")).isPresent();
  }

  /** Whether it is proven that no process of this member runs. */
  public boolean provenAbsent() {
    return switch (state) {
      case STOPPED, HELD, ABSENT -> true;
      case RUNNING, UNKNOWN -> false;
    };
  }
}
