package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Facts of a host that can speak against the absence of a member, whatever supervises it there.
 * Only where none of them does is a member without a process proven gone.
 *
 * @param file what the file with its settings is: {@code file}, {@code absent} or {@code
 *     unreadable}
 * @param dataLocked whether some process has the database open
 * @param traces what else of the member is on the machine
 * @param named whose file it is (ETCD_NAME); empty where it does not say so
 * @param place the machine and its boot, as far as it tells them: what was seen of one machine
 *     proves nothing on another one, to which the name of the host leads meanwhile
 */
record AbsenceProof(
    String file,
    Strangers strangers,
    boolean dataLocked,
    List<String> traces,
    String named,
    List<String> place) {

  static AbsenceProof of(Facts facts) {
    return new AbsenceProof(
        facts.first("environment").orElse("unreadable"),
        Strangers.of(facts),
        facts.has("data-locked"),
        facts.all("trace"),
        facts.first("named").orElse(""),
        Stream.of("machine", "boot").flatMap(key -> facts.first(key).stream()).toList());
  }

  boolean noFile() {
    return file.equals("absent");
  }

  /**
   * Why nothing is known, whatever its supervisor says: its file cannot be read, or a process that
   * is not its supervisor's states its name or data.
   *
   * @param outside end of the sentence about such a process
   */
  Optional<Workload> contested(MemberPaths member, String outside) {
    if (file.equals("unreadable")) {
      return Optional.of(
          Workload.ambiguous(
              "the %s %s is unreadable"
                  .formatted(member.supervisor().kindOfFile(), member.environmentFile())));
    }
    return strangers.stating().stream()
        .findFirst()
        .map(
            stranger ->
                Workload.ambiguous(
                    stranger
                        + " uses the data directory "
                        + member.dataDirectory()
                        + " or the name "
                        + member.etcdName()
                        + outside));
  }

  /**
   * Why this is not its host: with one path on all machines a directory tells nobody from another.
   */
  Optional<Workload> anothers(MemberPaths member) {
    return named.isEmpty() || named.equals(member.etcdName().value())
        ? Optional.empty()
        : Optional.of(
            Workload.ambiguous(
                "%s is that of %s (ETCD_NAME): is this the host of %s?"
                    .formatted(member.environmentFile(), named, member.name())));
  }

  /** Why a member that its supervisor knows no process of may run all the same. */
  Optional<Workload> doubted(MemberPaths member) {
    if (dataLocked) {
      return unknown("another process has the database in " + member.dataDirectory() + " open");
    }
    if (!strangers.othersSeen()) {
      return unknown("processes of other users cannot be seen here (hidepid)");
    }
    return strangers.hidden().stream()
        .findFirst()
        .flatMap(
            hidden ->
                unknown(hidden + " may be " + member.name() + ": its environment cannot be read"));
  }

  /**
   * Why this may not be the member's machine: then that nothing runs here proves nothing.
   *
   * @param searched what was looked for besides its file and its data, each after a comma
   */
  Optional<Workload> elsewhere(MemberPaths member, String searched) {
    return noFile() && traces.isEmpty()
        ? Optional.of(
            Workload.unreachable(
                "nothing of %s is on this machine (no %s %s, no data in %s%s): is this its host?"
                    .formatted(
                        member.name(),
                        member.supervisor().kindOfFile(),
                        member.environmentFile(),
                        member.dataDirectory(),
                        searched)))
        : Optional.empty();
  }

  private static Optional<Workload> unknown(String evidence) {
    return Optional.of(Workload.ambiguous(evidence));
  }
}
