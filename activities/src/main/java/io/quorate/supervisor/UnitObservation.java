package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.workload.Workload;
import java.util.Optional;
import java.util.Set;

/**
 * Observation of a unit of systemd and of all processes in its control group. That systemd calls a
 * unit failed and knows no process of it proves nothing: it gives up on one that SIGKILL does not
 * end.
 *
 * @param unit what systemd says of its state
 * @param invocation identifies its last run; {@code none} without one
 * @param hold inode and time of the drop-in that keeps it down
 * @param holdWorks whether systemd has read the hold, and nothing takes it back
 * @param freshlyRestarted whether systemd itself started it again less than 3 s ago: until then
 *     nobody knows whether it stays
 * @param settings what systemd starts it with
 */
record UnitObservation(
    AbsenceProof proof,
    State unit,
    String invocation,
    Optional<SeenProcess> process,
    Optional<String> hold,
    Optional<String> holder,
    boolean holdWorks,
    boolean freshlyRestarted,
    UnitSettings settings)
    implements MemberObservation {

  /**
   * State of a unit as systemd has it.
   *
   * @param job whether systemd is about to do something with it
   * @param end result, exit code and number of restarts, in words
   * @param stale whether its files were changed since systemd read them
   * @param triggers timers, paths and sockets that start it, separated by blanks
   */
  record State(
      String name,
      String load,
      String active,
      String sub,
      boolean job,
      String end,
      boolean stale,
      String triggers) {
    static State of(Facts facts) {
      String[] parts = facts.first("unit").orElse("").split(" ");
      return new State(
          part(parts, 0),
          part(parts, 1),
          part(parts, 2),
          part(parts, 3),
          parts.length > 4,
          end(facts),
          facts.has("unit-stale"),
          facts.first("unit-triggers").orElse(""));
    }

    private static String part(String[] parts, int number) {
      return number < parts.length ? parts[number] : "";
    }

    /** Parses {@code <result> <exit code> <restarts>}. */
    private static String end(Facts facts) {
      String[] parts = facts.first("unit-end").orElse("").split(" ");
      return parts.length < 3 || parts[0].isEmpty()
          ? ""
          : "last end: %s, exit %s%s"
              .formatted(
                  parts[0],
                  parts[1],
                  parts[2].equals("0") ? "" : ", restarted " + parts[2] + " times");
    }

    /**
     * Names the changed unit files that systemd has not read, with the command to type; empty where
     * there are none. The change says nothing of the data, and the next hold has systemd read the
     * files all the same.
     */
    Optional<String> unread() {
      return stale
          ? Optional.of(
              "unit files there were changed (%s's, or others) and systemd has not read them; systemctl"
                      .formatted(name)
                  + " daemon-reload")
          : Optional.empty();
    }

    /** Why systemd does not start it, with what to do. */
    Optional<String> objection() {
      return switch (load) {
        case "masked" ->
            Optional.of(
                "%1$s is masked, so nothing starts it; systemctl unmask %1$s".formatted(name));
        case "not-found" -> Optional.of(missing());
        case "", "loaded" -> Optional.empty();
        default -> Optional.of(odd());
      };
    }

    private String missing() {
      return "there is no unit %s; write it and systemctl daemon-reload, or name another as service"
          .formatted(name);
    }

    private String odd() {
      return "%1$s is %2$s; see systemctl status %1$s".formatted(name, load);
    }

    boolean startsSoon() {
      return job || active.equals("activating") || sub.equals("auto-restart");
    }
  }

  static UnitObservation of(Facts facts) {
    return new UnitObservation(
        AbsenceProof.of(facts),
        State.of(facts),
        facts.first("unit-run").orElse(""),
        facts.first("process").flatMap(SeenProcess::of),
        facts.first("hold"),
        facts.first("holder"),
        facts.has("hold-works"),
        facts.has("unit-fresh"),
        UnitSettings.of(facts));
  }

  @Override
  public boolean held() {
    return unit.load().equals("masked") || hold.isPresent() && holdWorks;
  }

  @Override
  public boolean holdWritten() {
    return hold.isPresent();
  }

  @Override
  public boolean restarting() {
    return process.isEmpty()
        && !proof.dataLocked()
        && proof.strangers().stating().isEmpty()
        && unit.startsSoon();
  }

  @Override
  public Workload workload(MemberPaths member) {
    String outside = " outside " + unit.name() + "; end it, or find out who started it";
    return proof
        .contested(member, outside)
        .or(() -> proof.anothers(member))
        .orElseGet(
            () ->
                process
                    .map(seen -> withProcess(member, seen))
                    .orElseGet(() -> withoutProcess(member)));
  }

  private Workload withProcess(MemberPaths member, SeenProcess seen) {
    String of = "pid " + seen.pid() + " of " + unit.name();
    if (freshlyRestarted && seen.running(member).isPresent()) {
      return Workload.restarting(
          of + " was started by systemd again a moment ago" + said(unit.end()));
    }
    return seen.running(member)
        .map(running -> Workload.running(of + doing(), seen.run()))
        .orElseGet(() -> seen.unclear(member, of));
  }

  /** The state of a unit whose process is there, as the end of a sentence. */
  private String doing() {
    return state()
        + (held() ? ", and a hold is in force: once it ends nothing starts it" : "")
        + unread();
  }

  private String state() {
    return switch (unit.active()) {
      case "activating" -> " waits for a quorum";
      case "deactivating" -> " is being stopped";
      case "failed" -> " is still there, though systemd gave up on stopping it";
      default -> " runs";
    };
  }

  private Workload withoutProcess(MemberPaths member) {
    return proof
        .doubted(member)
        .or(this::comingBack)
        .or(() -> proof.elsewhere(member, ", no unit " + unit.name()))
        .orElseGet(() -> atRest(member));
  }

  private Optional<Workload> comingBack() {
    return unit.startsSoon()
        ? Optional.of(
            Workload.restarting(
                "systemd starts %s again by itself (%s)%s; systemctl stop %s ends that"
                        .formatted(unit.name(), unit.sub(), said(unit.end()), unit.name())
                    + unread()))
        : Optional.empty();
  }

  private Workload atRest(MemberPaths member) {
    String rests = unit.name() + " is " + unit.active() + " and has no process" + said(unit.end());
    if (proof.noFile()) {
      return Workload.absent(rests + "; there is no " + member.environmentFile());
    }
    return switch (unit.load()) {
      case "not-found" -> Workload.absent(unit.missing());
      case "masked" ->
          Workload.held(unit.name() + " is masked by a person; systemctl unmask " + unit.name());
      case "loaded" -> loaded(rests);
      default -> Workload.ambiguous(unit.odd());
    };
  }

  private Workload loaded(String rests) {
    if (!Set.of("inactive", "failed").contains(unit.active())) {
      // It ended a moment ago, and what follows is not decided.
      return Workload.ambiguous(rests + ", and systemd is not done with it");
    }
    if (hold.isEmpty()) {
      return Workload.stopped(rests + triggered() + unread());
    }
    return holdWorks
        ? Workload.held(rests + "; held by " + holder.orElse("an empty hold file") + unread())
        : Workload.stopped(rests + "; a hold is written that systemd has not read");
  }

  private String unread() {
    return unit.unread().map("; "::concat).orElse("");
  }

  private String triggered() {
    return unit.triggers().isEmpty()
        ? ""
        : "; %s may start it until it is held".formatted(unit.triggers().replace(" ", ", "));
  }

  private static String said(String end) {
    return end.isEmpty() ? "" : "; " + end;
  }
}
