package io.quorate.hosts;

import io.quorate.cluster.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Observation of a process that nobody supervises: it is identified by pid and start time, the hold
 * by inode and time.
 *
 * @param environment what the environment file is: {@code file}, {@code absent} or {@code
 *     unreadable}
 * @param pid the first token of the pid file; {@code unreadable} when it cannot be read
 * @param traces what else of the member is on the machine: its log, its data, its pid file
 * @param named whose environment file it is (ETCD_NAME); empty where it does not say so
 */
record ProcessObservation(
    ProcessSupervisor supervisor,
    String environment,
    Optional<String> hold,
    Optional<String> holder,
    Optional<String> pid,
    Optional<SeenProcess> process,
    Strangers strangers,
    List<String> traces,
    String named)
    implements Sight {

  static ProcessObservation of(Facts facts, ProcessSupervisor supervisor) {
    return new ProcessObservation(
        supervisor,
        facts.first("environment").orElse("unreadable"),
        facts.first("hold"),
        facts.first("holder"),
        facts.first("pid-file"),
        facts.first("process").flatMap(SeenProcess::of),
        Strangers.of(facts),
        facts.all("trace"),
        facts.first("named").orElse(""));
  }

  @Override
  public boolean held() {
    return hold.isPresent();
  }

  @Override
  public boolean holdWritten() {
    return hold.isPresent();
  }

  @Override
  public boolean restarting() {
    return false;
  }

  @Override
  public Workload workload(MemberPaths member) {
    if (environment.equals("unreadable")) {
      return Workload.unknown(
          "the environment file " + member.environmentFile() + " is unreadable");
    }
    if (pid.filter("unreadable"::equals).isPresent()) {
      return Workload.unknown("the pid file " + supervisor.pidFile() + " is unreadable");
    }
    if (!strangers.stating().isEmpty()) {
      return Workload.unknown(
          strangers.stating().get(0)
              + " uses the data directory "
              + member.dataDirectory()
              + " or the name "
              + member.etcdName()
              + ", but "
              + supervisor.pidFile()
              + " does not name it; if it is this member, write its pid there");
    }
    return process.map(seen -> runningOrNot(member, seen)).orElseGet(() -> withoutProcess(member));
  }

  private Workload runningOrNot(MemberPaths member, SeenProcess seen) {
    return seen.running(member)
        .orElseGet(
            () ->
                Workload.unknown(
                    seen.claim() == Claim.OTHER
                        ? supervisor.pidFile()
                            + " names pid "
                            + seen.pid()
                            + ", which is somebody else's process; remove the file if "
                            + member.name()
                            + " does not run"
                        : "whose process pid "
                            + seen.pid()
                            + " is cannot be read; run Quorate as its user"));
  }

  private Workload withoutProcess(MemberPaths member) {
    if (!strangers.othersSeen()) {
      return Workload.unknown("processes of other users cannot be seen here (hidepid)");
    }
    if (!strangers.hidden().isEmpty()) {
      return Workload.unknown(
          strangers.hidden().get(0)
              + " may be "
              + member.name()
              + ": its environment cannot be read");
    }
    if (!named.isEmpty() && !named.equals(member.etcdName().value())) {
      return Workload.unknown(
          "%s is that of %s (ETCD_NAME): is this the host of %s?"
              .formatted(member.environmentFile(), named, member.name()));
    }
    if (environment.equals("absent") && traces.isEmpty()) {
      return Workload.unreached(elsewhere(member));
    }
    String gone =
        pid.filter(token -> !token.isEmpty())
            .map(token -> "pid " + token + " is gone")
            .orElse("no pid file and no process with its data directory");
    if (environment.equals("absent")) {
      return new Workload(
          Workload.State.ABSENT, gone + "; there is no " + member.environmentFile());
    }
    if (hold.isPresent()) {
      return new Workload(
          Workload.State.HELD, gone + "; held by " + holder.orElse("an empty hold file"));
    }
    return new Workload(Workload.State.STOPPED, gone);
  }

  /** Why this may not be the member's machine: then that nothing runs here proves nothing. */
  private static String elsewhere(MemberPaths member) {
    return "nothing of "
        + member.name()
        + " is on this machine (no environment file "
        + member.environmentFile()
        + ", no data in "
        + member.dataDirectory()
        + ", no log, no pid file, no process): is this its host?";
  }
}
