package io.quorate.timeline;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataOwner;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.ReportJson.ProcessJson;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Looks at a cluster as a report has them, made of what histories keep of each look. */
final class SeenClusters {
  private static final String LEADER = " led by ";
  private static final String NOBODY = "nobody";

  private SeenClusters() {}

  /** Returns a look of which the history keeps the memory alone, or the view of its plan, too. */
  static SeenJson of(Instant at, ObservationMemory memory, Optional<ClusterView> view) {
    return new SeenJson(
        at,
        members(memory.shape()),
        memory.silentSince().keySet().stream().map(MemberName::value).sorted().toList(),
        view.map(seen -> seen.members().stream().map(SeenClusters::process).toList()));
  }

  /**
   * Returns the peer URLs by id; empty where no leader was seen, because a member without a leader
   * may have an old list.
   */
  private static Optional<Map<String, String>> members(String shape) {
    String[] parts = shape.split(" \\| ", 2);
    if (parts.length < 2 || !parts[1].contains(LEADER) || parts[1].endsWith(LEADER + NOBODY)) {
      return Optional.empty();
    }
    Map<String, String> found = new LinkedHashMap<>();
    for (String member : parts[0].split("; ")) {
      String[] idAndUrls = member.split("=", 2);
      if (idAndUrls.length == 2) {
        found.put(idAndUrls[0], idAndUrls[1].replaceFirst(" learner$", ""));
      }
    }
    return Optional.of(found);
  }

  private static ProcessJson process(Member member) {
    return new ProcessJson(
        member.name().value(),
        member.id().map(MemberId::toString),
        switch (member.workload().state()) {
          case Workload.Running running -> ProcessJson.RUNS;
          case Workload.Gone gone -> ProcessJson.STOPPED;
          case Workload.Uncertain uncertain -> ProcessJson.UNKNOWN;
        },
        member.status().map(MemberStatus::version).map(EtcdVersion::toString),
        member.data().owner().map(DataOwner::toString));
  }
}
