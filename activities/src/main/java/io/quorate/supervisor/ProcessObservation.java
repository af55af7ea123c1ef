package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Observation of a process that nobody supervises: it is identified by pid and start time, the hold
 * by inode and time.
 *
 * @param pid the first token of the pid file; {@code unreadable} when it cannot be read
 * @param givenAway whether another process has that pid by now, which began after the file was
 *     written
 * @param endsAtLogout the user with whose login everything ends that is started in it; empty where
 *     it goes on
 */
record ProcessObservation(
    ProcessSupervisor supervisor,
    AbsenceProof proof,
    Optional<String> hold,
    Optional<String> holder,
    Optional<String> pid,
    Optional<SeenProcess> process,
    boolean givenAway,
    Optional<String> endsAtLogout)
    implements MemberObservation {
  private static final String GIVEN_AWAY =
      " is gone (another process has that pid now, which began after the file was written)";

  static ProcessObservation of(Facts facts, ProcessSupervisor supervisor) {
    return new ProcessObservation(
        supervisor,
        AbsenceProof.of(facts),
        facts.first("hold"),
        facts.first("holder"),
        facts.first("pid-file"),
        facts.first("process").flatMap(SeenProcess::of),
        facts.has("given-away"),
        facts.first("ends-at-logout"));
  }

  /** Why a start would not last. */
  Optional<String> obstacle() {
    return endsAtLogout.map(
        user ->
            "logind ends what is started in a login of %s once that ends (KillUserProcesses=yes); write"
                    .formatted(user)
                + " KillUserProcesses=no to logind.conf there and restart systemd-logind, or let a"
                + " unit of systemd run the member");
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
    String unnamed =
        ", but %s does not name it; if it is this member, write its pid there"
            .formatted(supervisor.pidFile());
    return unreadable()
        .or(() -> proof.contested(member, unnamed))
        .orElseGet(
            () ->
                process
                    .map(seen -> runningOrNot(member, seen))
                    .orElseGet(() -> withoutProcess(member)));
  }

  private Optional<Workload> unreadable() {
    return pid.filter("unreadable"::equals)
        .map(no -> Workload.ambiguous("the pid file " + supervisor.pidFile() + " is unreadable"));
  }

  private Workload runningOrNot(MemberPaths member, SeenProcess seen) {
    return seen.running(member)
        .orElseGet(
            () ->
                seen.claim() == Claim.OTHER
                    ? Workload.stranger(
                        supervisor.pidFile()
                            + " names pid "
                            + seen.pid()
                            + ", which is somebody else's process; remove the file if "
                            + member.name()
                            + " does not run")
                    : Workload.ambiguous(
                        "whose process pid "
                            + seen.pid()
                            + " is cannot be read; run Quorate as its user"));
  }

  private Workload withoutProcess(MemberPaths member) {
    return proof
        .doubted(member)
        .or(() -> proof.anothers(member))
        .or(() -> proof.elsewhere(member, ", no log, no pid file, no process"))
        .orElseGet(() -> atRest(member));
  }

  private Workload atRest(MemberPaths member) {
    String gone =
        pid.filter(token -> !token.isEmpty())
            .map(token -> "pid " + token + (givenAway ? GIVEN_AWAY : " is gone"))
            .orElse("no pid file and no process with its data directory");
    if (proof.noFile()) {
      return Workload.absent(gone + "; there is no " + member.environmentFile());
    }
    if (hold.isPresent()) {
      return Workload.held(
          gone + "; held by " + holder.orElse("an empty hold file") + unstartable());
    }
    return Workload.stopped(gone + unstartable());
  }

  private String unstartable() {
    return obstacle().map("; it cannot be started: "::concat).orElse("");
  }
}
