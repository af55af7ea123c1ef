package io.quorate.volume;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.Host;
import io.quorate.shell.HostLimits;
import io.quorate.shell.Script;
import io.quorate.shell.ScriptCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The directory of a member's data on a host.
 *
 * @param name the member's name in etcd
 * @param settings what names its directories, in sentences
 * @param mount what has to be mounted there
 * @param absence proves that the member does not run
 */
public record Volume(
    MemberName member,
    String name,
    String directory,
    String settings,
    Mount mount,
    Host host,
    HostLimits limits,
    Absence absence) {
  /** Runs a script that only looks. */
  public Facts look(VolumeScript wanted, List<String> more) {
    return look(wanted, more, limits.look());
  }

  /** Runs a script that only looks, with a limit of its own, as for files that are read whole. */
  Facts look(VolumeScript wanted, List<String> more, Duration limit) {
    return calls().look(script(wanted), arguments(more), limit);
  }

  /**
   * Runs a script that takes the member's lock, prints what it sees, and acts once it is answered.
   *
   * @param decide gets the facts seen under the lock; its return value is the answer, and an
   *     exception from it ends the script without an effect
   */
  public Facts underLock(VolumeScript script, List<String> more, Function<Facts, String> decide) {
    return underLock(script, more, limits.act(), decide);
  }

  /**
   * Runs a script under the member's lock with a time limit of its own, for effects that take long.
   */
  public Facts underLock(
      VolumeScript wanted, List<String> more, Duration limit, Function<Facts, String> decide) {
    return calls().underLock(script(wanted), arguments(more), limit, decide);
  }

  /** Looks at the directory, and for what the log says of damage. */
  public Facts inspected() {
    return look(VolumeScript.INSPECT, List.of(DamageSignature.wantedStrings()));
  }

  /** Looks at the member's process. */
  Absence.Proof proof() {
    return proof(look(VolumeScript.SURVEY, List.of("")));
  }

  Absence.Proof proof(Facts facts) {
    return absence.in(facts);
  }

  /** Throws unless the member is proven absent. */
  void requireAbsent(Absence.Proof proof, String what) {
    proof
        .objection()
        .ifPresent(
            why -> {
              throw new Failure.Refused(member + " is not " + what + ": " + why);
            });
  }

  /** Throws unless the observation under the lock equals the one before it. */
  public <T> void requireUnchanged(T before, T now) {
    calls().requireUnchanged(before, now);
  }

  private ScriptCalls calls() {
    return new ScriptCalls(host, member.value(), absence.lockFile());
  }

  private Script script(VolumeScript wanted) {
    return wanted.with(absence.part());
  }

  private List<String> arguments(List<String> more) {
    List<String> arguments = new ArrayList<>(limits.arguments());
    arguments.add(directory);
    arguments.addAll(mount.arguments());
    arguments.addAll(absence.arguments());
    arguments.addAll(more);
    return arguments;
  }
}
