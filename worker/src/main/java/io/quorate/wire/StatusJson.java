package io.quorate.wire;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.StableName;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.record.LastComparison;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Output of {@code quorate status -o json}. */
public record StatusJson(
    String cluster,
    Instant at,
    DiagnosisJson diagnosis,
    List<AdviceJson> advice,
    int margin,
    List<MemberJson> members,
    Optional<SnapshotJson> lastSnapshot,
    Optional<ComparisonJson> lastComparison,
    Optional<DrillReport> lastDrill) {

  /** Diagnosis of the cluster; {@code runbook} answers it, in this version or a later one. */
  public record DiagnosisJson(String name, String sentence, Optional<String> runbook) {
    static DiagnosisJson of(Diagnosis diagnosis) {
      return new DiagnosisJson(diagnosis.code().words(), diagnosis.sentence(), diagnosis.runbook());
    }
  }

  /** Advice on a condition that should not stay as it is. */
  public record AdviceJson(String name, String sentence) {}

  /** The last snapshot that was saved and verified. */
  public record SnapshotJson(String file, long revision, Instant savedAt) {
    static SnapshotJson of(SavedSnapshot saved) {
      return new SnapshotJson(saved.file(), saved.atLeast().value(), saved.savedAt());
    }
  }

  /** The last comparison of the data of these voters; {@code difference} says who differs. */
  public record ComparisonJson(
      Instant comparedAt, long revision, boolean equal, Optional<String> difference) {
    static ComparisonJson of(LastComparison last) {
      return new ComparisonJson(
          last.at(), last.revision().value(), last.isEqual(), last.difference());
    }
  }

  /** One member; values that it did not report are null. */
  public record MemberJson(
      String name,
      Optional<String> id,
      String votingStatus,
      boolean observed,
      boolean leader,
      Optional<String> version,
      Optional<Long> revision,
      Optional<Long> raftIndex,
      Optional<Long> raftTerm,
      Optional<Long> dbSizeBytes,
      Optional<Long> dbSizeInUseBytes,
      List<String> alarms,
      String zone,
      Optional<String> site,
      List<String> peerUrls,
      List<String> clientUrls,
      String workload) {

    static MemberJson of(ClusterView view, Member member) {
      Optional<MemberStatus> status = member.status();
      return new MemberJson(
          member.name().value(),
          member.id().map(MemberId::toString),
          StableName.of(member.votingStatus()),
          status.isPresent(),
          view.leader().filter(member::equals).isPresent(),
          status.map(said -> said.version().toString()),
          status.map(said -> said.revision().value()),
          status.map(MemberStatus::raftIndex),
          status.map(MemberStatus::raftTerm),
          status.map(MemberStatus::dbSizeBytes),
          status.map(MemberStatus::dbSizeInUseBytes),
          alarms(view, member),
          member.zone().value(),
          member.site().map(FailureDomain::value),
          peerUrls(member),
          clientUrls(member),
          workload(member.workload().state()));
    }

    private MemberJson still() {
      return new MemberJson(
          name,
          id,
          votingStatus,
          observed,
          leader,
          version,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          alarms,
          zone,
          site,
          peerUrls,
          clientUrls,
          workload);
    }

    private static String workload(Workload.State state) {
      return switch (state) {
        case Workload.Running running -> "running";
        case Workload.Gone gone -> StableName.of(gone);
        case Workload.Uncertain uncertain -> "unknown";
      };
    }

    private static List<String> alarms(ClusterView view, Member member) {
      return view.alarms().stream()
          .filter(alarm -> alarm.member().filter(member::hasId).isPresent())
          .map(Alarm::kind)
          .map(StableName::of)
          .distinct()
          .toList();
    }

    private static List<String> peerUrls(Member member) {
      return member
          .entry()
          .map(MembershipEntry::peerUrls)
          .or(() -> member.configured().map(place -> List.of(place.peerUrl())))
          .orElse(List.of());
    }

    private static List<String> clientUrls(Member member) {
      return member
          .entry()
          .map(MembershipEntry::clientUrls)
          .or(() -> member.configured().map(place -> List.of(place.clientUrl())))
          .orElse(List.of());
    }
  }

  public static StatusJson of(ClusterView view) {
    return new StatusJson(
        view.cluster().value(),
        view.at(),
        DiagnosisJson.of(DiagnosisTable.diagnose(view)),
        Advice.on(view).stream().map(one -> new AdviceJson(one.name(), one.sentence())).toList(),
        view.margin(),
        view.members().stream().map(member -> MemberJson.of(view, member)).toList(),
        view.lastSnapshot().map(SnapshotJson::of),
        DataDivergence.lastAbout(view).map(ComparisonJson::of),
        view.protection().flatMap(Protection::lastDrill).map(DrillReport::of));
  }

  /**
   * Returns the status without values that change all the time, such as revisions and sizes: equal
   * for two looks at a cluster in which nothing happened but writes.
   */
  public StatusJson still() {
    return new StatusJson(
        cluster,
        Instant.EPOCH,
        diagnosis,
        advice,
        margin,
        members.stream().map(MemberJson::still).toList(),
        lastSnapshot,
        lastComparison,
        lastDrill);
  }
}
