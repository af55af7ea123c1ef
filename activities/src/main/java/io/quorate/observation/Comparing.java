package io.quorate.observation;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataComparison;
import io.quorate.cluster.DataComparison.KeyHash;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Maintenance.HashOfKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Has voters hash all their keys up to one revision. Each of them reads its whole database for it,
 * so it is done only where that decides something.
 */
public final class Comparing {
  private final Maintenance maintenance;

  public Comparing(Maintenance maintenance) {
    this.maintenance = maintenance;
  }

  /**
   * At the newest revision that all answering voters have, and once more at the one before it: two
   * revisions, for the hash at the very revision of a compaction was wrong in some versions.
   */
  List<DataComparison> twice(ClusterView view) {
    return view.voters().stream()
        .flatMap(voter -> voter.status().stream())
        .map(MemberStatus::revision)
        .min(Revision::compareTo)
        .map(newest -> List.of(at(newest, view.voters()), at(before(newest), view.voters())))
        .orElse(List.of());
  }

  private static Revision before(Revision revision) {
    return new Revision(Math.max(1, revision.value() - 1));
  }

  /** Throws unless these voters have the same data; says at which revision they have. */
  public Revision requireEqual(List<Member> voters) {
    Revision revision =
        voters.stream()
            .flatMap(member -> member.status().stream())
            .map(MemberStatus::revision)
            .min(Revision::compareTo)
            .orElseThrow(() -> new Failure.NotYet("no voter answers"));
    DataComparison comparison = at(revision, voters);
    if (!comparison.silences().isEmpty()) {
      throw new Failure.NotYet("the data could not be compared: " + comparison.silences());
    }
    if (!comparison.isComparable()) {
      throw new Failure.NotYet("a compaction went between the hashes; comparing again");
    }
    if (comparison.groups(names(voters)).size() > 1) {
      throw new Failure.Refused(
          "the voters do not have the same data at revision "
              + revision
              + ": "
              + comparison.hashes()
              + ". Do not write to the cluster more than you must; a person has to look.");
    }
    return revision;
  }

  private static List<MemberName> names(List<Member> voters) {
    return voters.stream().map(Member::name).toList();
  }

  /**
   * One voter after the other: while it hashes, etcd holds the lock that it needs to apply a write,
   * so all at once would stop every client for as long as the slowest takes.
   */
  private DataComparison at(Revision revision, List<Member> voters) {
    Map<MemberName, KeyHash> hashes = new HashMap<>();
    Map<MemberName, String> silences = new HashMap<>();
    names(voters).forEach(voter -> ask(voter, revision, hashes, silences));
    return new DataComparison(revision, hashes, silences);
  }

  private void ask(
      MemberName voter,
      Revision revision,
      Map<MemberName, KeyHash> hashes,
      Map<MemberName, String> silences) {
    try {
      HashOfKeys said = maintenance.hashOfKeys(voter, revision);
      hashes.put(voter, new KeyHash(said.hash(), said.compactedAt()));
    } catch (Failure silent) {
      silences.put(voter, String.valueOf(silent.getMessage()));
    }
  }
}
