package io.quorate.hosts;

import io.quorate.cluster.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Observation of a member's process. Two equal observations mean that nothing changed in between: a
 * process is identified by pid and start time, the hold by inode and time.
 *
 * @param environment what the environment file is: {@code file}, {@code absent} or {@code
 *     unreadable}
 * @param pid the first token of the pid file; {@code unreadable} when it cannot be read
 * @param strangers other processes that state this data directory or name, each in words
 * @param hidden processes called etcd whose environment cannot be read, each in words
 * @param visibility whether processes of other users can be seen at all
 * @param traces what else of the member is on the machine: its log, its data, its pid file
 * @param named whose environment file it is (ETCD_NAME); empty where it does not say so
 */
record ProcessObservation(
    String environment,
    Optional<String> hold,
    Optional<String> holder,
    Optional<String> pid,
    Optional<SeenProcess> process,
    List<String> strangers,
    List<String> hidden,
    Visibility visibility,
    List<String> traces,
    String named) {

  enum Visibility {
    ALL_PROCESSES,
    OWN_PROCESSES
  }

  /** What in the environment of a process says that the process is this member. */
  enum Claim {
    DIRECTORY,
    NAME,
    OTHER,
    UNREADABLE
  }

  /** A process; the start time tells it from a later process with the same pid. */
  record SeenProcess(String pid, String startTime, Claim claim) {
    /** Returns the identifier of this run, which no other run of any process has. */
    String run() {
      return pid + "." + startTime;
    }
  }

  static ProcessObservation of(Facts facts) {
    return new ProcessObservation(
        facts.first("environment").orElse("unreadable"),
        facts.first("hold"),
        facts.first("holder"),
        facts.first("pid-file"),
        facts.first("process").flatMap(ProcessObservation::process),
        facts.all("other").stream().map(ProcessObservation::inWords).toList(),
        facts.all("hidden").stream().map(ProcessObservation::inWords).toList(),
        facts.has("blind") ? Visibility.OWN_PROCESSES : Visibility.ALL_PROCESSES,
        facts.all("trace"),
        facts.first("named").orElse(""));
  }

  /**
   * Parses {@code <pid> <state> <start time> <claim>}; empty for a zombie, which counts as gone.
   */
  private static Optional<SeenProcess> process(String fact) {
    String[] parts = fact.split(" ");
    if (parts.length != 4 || parts[1].startsWith("Z") || parts[1].startsWith("X")) {
      return Optional.empty();
    }
    var claim =
        switch (parts[3]) {
          case "directory" -> Claim.DIRECTORY;
          case "name" -> Claim.NAME;
          case "other" -> Claim.OTHER;
          default -> Claim.UNREADABLE;
        };
    return Optional.of(new SeenProcess(parts[0], parts[2], claim));
  }

  /** Parses {@code <pid> <start time> <command>} into words. */
  private static String inWords(String fact) {
    String[] parts = fact.split(" ", 3);
    return parts.length == 3 ? "pid " + parts[0] + " (" + parts[2] + ")" : fact;
  }

  /** The state of the workload as far as it is proven. */
  Workload workload(MemberPaths member) {
    if (environment.equals("unreadable")) {
      return Workload.unknown(
          "the environment file " + member.environmentFile() + " is unreadable");
    }
    if (pid.filter("unreadable"::equals).isPresent()) {
      return Workload.unknown("the pid file " + member.pidFile() + " is unreadable");
    }
    if (!strangers.isEmpty()) {
      return Workload.unknown(
          strangers.get(0)
              + " uses the data directory "
              + member.dataDirectory()
              + " or the name "
              + member.etcdName()
              + ", but "
              + member.pidFile()
              + " does not name it; if it is this member, write its pid there");
    }
    return process.map(seen -> runningOrNot(member, seen)).orElseGet(() -> withoutProcess(member));
  }

  private Workload runningOrNot(MemberPaths member, SeenProcess seen) {
    return switch (seen.claim()) {
      case DIRECTORY ->
          Workload.running(
              "pid " + seen.pid() + " runs with the data directory " + member.dataDirectory(),
              seen.run());
      case NAME ->
          Workload.running(
              "pid " + seen.pid() + " runs with the name " + member.etcdName(), seen.run());
      case OTHER ->
          Workload.unknown(
              member.pidFile()
                  + " names pid "
                  + seen.pid()
                  + ", which is somebody else's process; remove the file if "
                  + member.name()
                  + " does not run");
      case UNREADABLE ->
          Workload.unknown(
              "whose process pid " + seen.pid() + " is cannot be read; run Quorate as its user");
    };
  }

  private Workload withoutProcess(MemberPaths member) {
    if (visibility == Visibility.OWN_PROCESSES) {
      return Workload.unknown("processes of other users cannot be seen here (hidepid)");
    }
    if (!hidden.isEmpty()) {
      return Workload.unknown(
          hidden.get(0) + " may be " + member.name() + ": its environment cannot be read");
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
