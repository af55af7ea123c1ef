package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * State of a cluster as one look found it, in few words. Most clusters of a fleet stand alike, and
 * the sentence of a cluster that is whole names no member, so that they share one stand.
 *
 * @param code the name of the diagnosis
 * @param sentence what is wrong, at most 300 characters
 * @param runbook that answers the diagnosis
 * @param voters 0 where the members are not known
 * @param margin how many more voters may be lost; below 0 quorum is lost
 * @param versions of the members that answer, each once, the oldest first
 * @param zones of the members, each once
 * @param sites of the members, each once; empty where no site is known
 */
public record ClusterStand(
    String code,
    String sentence,
    Optional<String> runbook,
    int voters,
    int margin,
    List<String> versions,
    List<String> zones,
    Optional<List<String>> sites) {
  private static final int LONGEST = 300;

  public ClusterStand {
    versions = List.copyOf(versions);
    zones = List.copyOf(zones);
    sites = sites.map(List::copyOf);
  }

  /**
   * Returns how a cluster stands.
   *
   * @param diagnosis of this view
   */
  public static ClusterStand of(ClusterView view, Diagnosis diagnosis) {
    int voters = view.voters().size();
    return new ClusterStand(
        diagnosis.code().words(),
        diagnosis.code() == DiagnosisCode.WHOLE
            ? voters == 1 ? "The only voter votes." : "All " + voters + " voters vote."
            : CleanText.line(diagnosis.headline(), LONGEST),
        diagnosis.runbook(),
        voters,
        view.margin(),
        view.members().stream()
            .flatMap(member -> member.status().stream())
            .map(MemberStatus::version)
            .distinct()
            .sorted()
            .map(EtcdVersion::toString)
            .toList(),
        names(view.members().stream().map(Member::zone)),
        Optional.of(names(view.members().stream().flatMap(member -> member.site().stream())))
            .filter(known -> !known.isEmpty()));
  }

  private static List<String> names(Stream<FailureDomain> domains) {
    return domains
        .map(FailureDomain::value)
        .filter(name -> !name.isEmpty())
        .distinct()
        .sorted()
        .toList();
  }
}
