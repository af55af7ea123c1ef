package io.quorate.watch;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.version.Concern;
import io.quorate.version.VersionKnowledge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rule of versions that an advisory touches and the newest known patch of their line does not: an
 * upgrade within the line is the cure (docs/versions.md).
 */
final class AdvisedVersion {
  private AdvisedVersion() {}

  static List<Sign> signs(ClusterKnowledge known) {
    return known.pulses().last().map(AdvisedVersion::running).orElse(Map.of()).entrySet().stream()
        .flatMap(version -> sign(EtcdVersion.parse(version.getKey()), version.getValue()).stream())
        .toList();
  }

  /** Returns the members that run each version, in the order of versions. */
  private static Map<String, List<MemberName>> running(Pulse pulse) {
    return pulse.answers().entrySet().stream()
        .collect(
            Collectors.groupingBy(
                answer -> answer.getValue().version().toString(),
                TreeMap::new,
                Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
  }

  private static Optional<Sign> sign(EtcdVersion version, List<MemberName> members) {
    VersionKnowledge knowledge = VersionKnowledge.current();
    return knowledge
        .newestOf(version)
        .flatMap(
            newest -> {
              List<Concern> cured = knowledge.curedBy(newest, version);
              return cured.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      new Sign(
                          FindingKind.ADVISORY,
                          version.toString(),
                          Sign.Urgency.LISTED,
                          evidence(version, members, newest, cured)));
            });
  }

  private static String evidence(
      EtcdVersion version, List<MemberName> members, EtcdVersion newest, List<Concern> cured) {
    String ids = cured.stream().map(Concern::id).collect(Collectors.joining(", "));
    return "%s of %s has %s, and %s has not. %s"
        .formatted(version, MemberName.inWords(members), ids, newest, cured.getFirst().sentence());
  }
}
