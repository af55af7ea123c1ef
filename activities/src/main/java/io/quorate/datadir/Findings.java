package io.quorate.datadir;

import io.quorate.cluster.MemberId;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.MemberRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Remarks on a directory that are worth knowing beside its verdict. */
final class Findings {
  private Findings() {}

  static List<String> of(Evidence evidence) {
    List<String> remarks = new ArrayList<>();
    DatabaseFacts facts = evidence.facts();
    if (facts.oneMetaOnly()) {
      remarks.add("one of the two meta pages of the database is damaged; the other one is used");
    }
    if (facts.compactionUnfinished()) {
      remarks.add(
          "a compaction up to revision %d was not finished; etcd goes on with it"
              .formatted(facts.scheduledCompaction()));
    }
    if (evidence.log().garbage()) {
      remarks.add("behind the end of the log is something that is no record");
    }
    Set<MemberId> listed =
        evidence.state().members().stream().map(MemberRecord::id).collect(Collectors.toSet());
    Set<MemberId> raft = Set.copyOf(evidence.state().raftMembers());
    if (!raft.isEmpty() && !listed.equals(raft)) {
      remarks.add("it lists the members %s, raft counts %s".formatted(listed, raft));
    }
    return remarks;
  }
}
