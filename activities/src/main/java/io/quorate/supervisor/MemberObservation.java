package io.quorate.supervisor;

import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.util.Optional;

/** Observation of a member's process. Two equal ones mean that nothing changed in between. */
public interface MemberObservation {
  /** The state of the workload as far as it is proven. */
  Workload workload(MemberPaths member);

  /** Returns the evidence that the member may still run, and the places that were searched. */
  AbsenceProof proof();

  /** Whether the member is kept from being started. */
  boolean held();

  /** Whether a hold is there, in force or not: it may keep down a member that runs now. */
  boolean holdWritten();

  /**
   * Whether nothing changed since the other observation that matters to what ends a restart: how
   * often its supervisor has started it meanwhile does not.
   */
  default boolean restartingAs(MemberObservation other) {
    return restarting() && other.restarting() && proof().place().equals(other.proof().place());
  }

  /** The process, also where it is not proven to be the member's. */
  Optional<SeenProcess> process();

  /**
   * Whether nothing runs, though its supervisor is about to start it again: such a member is not
   * proven absent, and it can be held.
   */
  boolean restarting();

  /** Part of the environment of a process that says that the process is this member. */
  enum Claim {
    DIRECTORY,
    NAME,
    OTHER,
    UNREADABLE
  }

  /** A process; the start time tells it from a later process with the same pid. */
  record SeenProcess(String pid, String startTime, Claim claim) {
    /** Returns the identifier of this run, which no other run of any process has. */
    Run run() {
      return new Run(pid + "." + startTime, "pid " + pid);
    }

    /**
     * Parses {@code <pid> <state> <start time> <claim>}; empty for a zombie, which counts as gone.
     */
    static Optional<SeenProcess> of(String fact) {
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

    /** The member that runs, where the process claims to be it; empty for anything else. */
    Optional<Workload> running(MemberPaths member) {
      return switch (claim) {
        case DIRECTORY ->
            Optional.of(
                Workload.running(
                    "pid " + pid + " runs with the data directory " + member.dataDirectory(),
                    run()));
        case NAME ->
            Optional.of(
                Workload.running("pid " + pid + " runs with the name " + member.etcdName(), run()));
        case OTHER, UNREADABLE -> Optional.empty();
      };
    }

    /**
     * The member whose supervisor has a process that does not claim to be it.
     *
     * @param of the process in words, with whose it is
     */
    Workload unclear(MemberPaths member, String of) {
      return Workload.ambiguous(
          of
              + (claim == Claim.OTHER
                  ? " is not " + member.name() + ": it uses another data directory"
                  : ": whose process it is cannot be read; let Quorate use sudo"));
    }
  }
}
