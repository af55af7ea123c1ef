package io.quorate.hosts;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Sight;
import io.quorate.volume.DirectoryObservation;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;

/**
 * Copies and hands over the data of one member from one place to another, on one host or between
 * two. Each place is changed under its own lock, so that nothing is started there meanwhile.
 */
final class Moving {
  /**
   * Time limit of a copy: a terabyte at 100 MB/s. Heartbeats show meanwhile that the attempt lives.
   */
  private static final Duration COPY_LIMIT = Duration.ofHours(3);

  private final MemberScripts from;
  private final MemberScripts to;

  Moving(MemberScripts from, MemberScripts to) {
    this.from = from;
    this.to = to;
  }

  String copy(Permit permit) {
    Facts before = surveyed("");
    var process = from.sight(before);
    var directory = DirectoryObservation.of(before);
    if (directory.state() != DataDirectory.State.PRESENT) {
      throw new Failure.Refused(
          from.member().dataDirectory()
              + " does not hold the whole data of "
              + from.member().name());
    }
    holdNext(permit);
    if (!isOneHost()) {
      return new Relay(from, to, logOfNext(), process).copied(permit);
    }
    return from.underLock(
            MemberScript.COPY,
            List.of(to.member().dataDirectory(), logOfNext()),
            COPY_LIMIT,
            facts -> {
              requireUnchanged(process, directory, facts);
              permit.use();
              return "go " + directory.toMove() + "\n";
            })
        .first("copied")
        .orElseThrow(() -> new Failure.Unknown("it was not said what was copied"));
  }

  /**
   * Holds the next place: whole data with the identity of a member that may still run must not be
   * started by systemd.
   */
  private void holdNext(Permit permit) {
    Sight seen = to.observation();
    if (!to.member().supervisor().startsByItself() || seen.held()) {
      return;
    }
    MemberScripts.requireAbsent(to.member(), seen, "held");
    to.underLock(
        MemberScript.HOLD,
        List.of(permit.operation() + " until the member has moved here"),
        facts -> {
          MemberScripts.requireUnchanged(to.member(), seen, to.sight(facts));
          permit.use();
          return "go\n";
        });
  }

  /** A name is not enough: one address is another machine behind another jump host. */
  private boolean isOneHost() {
    return from.host().equals(to.host())
        || (from.host().isThisMachine() && to.host().isThisMachine());
  }

  String handOver(MemberId id, String suffix, Permit permit) {
    Facts before = surveyed(suffix);
    var process = from.sight(before);
    var directory = DirectoryObservation.of(before);
    String copy = to.look(MemberScript.SURVEY_COPY, List.of()).first("copied").orElse("");
    Facts left =
        from.underLock(
            MemberScript.LEAVE,
            List.of(suffix, copy, to.member().dataDirectory() + "/member"),
            facts -> {
              requireUnchanged(process, directory, facts);
              permit.use();
              return "go " + directory.toMove() + "\n";
            });
    to.underLock(
        MemberScript.TAKE_OVER,
        List.of(id.toString(), copy),
        facts -> {
          requireAbsent(to.member(), to.sight(facts));
          return "go\n";
        });
    return left.first("moved")
        .orElseThrow(
            () -> new Failure.Unknown("it was not said where " + directory.source() + " is now"));
  }

  /**
   * Returns the facts of the place that the member leaves. Throws unless the processes of both
   * places are proven absent.
   */
  private Facts surveyed(String suffix) {
    Facts before = from.look(MemberScript.SURVEY, List.of(suffix));
    requireAbsent(from.member(), from.sight(before));
    requireAbsent(to.member(), to.observation());
    if (!DirectoryObservation.of(before).readable() && !suffix.isEmpty()) {
      throw new Failure.Refused(
          from.member().dataDirectory()
              + " of "
              + from.member().name()
              + " cannot be read: "
              + DirectoryObservation.of(before).whyUnreadable());
    }
    return before;
  }

  /** The directory of its own that the log has at the next place; empty where it has none. */
  private String logOfNext() {
    return DirectoryObservation.of(to.look(MemberScript.SURVEY, List.of("")))
        .log()
        .map(DirectoryObservation.Log::path)
        .orElse("");
  }

  private void requireUnchanged(Sight process, DirectoryObservation directory, Facts now) {
    MemberScripts.requireUnchanged(from.member(), process, from.sight(now));
    MemberScripts.requireUnchanged(from.member(), directory, DirectoryObservation.of(now));
  }

  private static void requireAbsent(MemberPaths member, Sight observation) {
    Workload workload = observation.workload(member);
    if (!workload.provenAbsent()) {
      throw new Failure.Refused(
          "the data of "
              + member.name()
              + " is not moved while its process is not proven gone: "
              + workload.evidence());
    }
  }
}
