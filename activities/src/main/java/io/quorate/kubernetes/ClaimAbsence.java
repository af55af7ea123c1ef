package io.quorate.kubernetes;

import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.volume.Absence;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Proof that the member of a claim does not run: the API server shows the end of its container, and
 * nobody on the keeper's node has the data open.
 *
 * @param etcdName the member's name in etcd
 * @param walDirectory the directory of its own that the member's log has, or an empty text
 * @param lockFile a file of the keeper that is locked around every effect
 * @param workload a new look at the member's pod
 */
record ClaimAbsence(
    String etcdName, String walDirectory, String lockFile, Supplier<Workload> workload)
    implements Absence {
  private static final Part PART =
      new Part(
          Script.part(ClaimAbsence.class, "claim"), Script.part(ClaimAbsence.class, "claim-acts"));

  @Override
  public Part part() {
    return PART;
  }

  @Override
  public List<String> arguments() {
    return List.of(etcdName, walDirectory, lockFile);
  }

  @Override
  public Proof in(Facts facts) {
    return new Seen(workload.get(), facts.has("data-locked"));
  }

  private record Seen(Workload workload, boolean locked) implements Proof {
    @Override
    public Optional<String> objection() {
      if (!workload.provenAbsent()) {
        return Optional.of(workload.evidence());
      }
      return locked
          ? Optional.of("a process on the node of its volume has the database open")
          : Optional.empty();
    }
  }
}
