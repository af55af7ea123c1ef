package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.SeenProgram;
import io.quorate.supervisor.Supervision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Observation of the files that a member is started from.
 *
 * @param releases the programs of the releases, in the order in which they were asked for
 * @param settings the {@code ETCD_*} variables as etcd gets them, wherever they stand; empty where
 *     that cannot be read
 * @param raftSnapshotIndex the raft index of the newest raft snapshot
 */
record InstallationObservation(
    SeenProgram binary,
    List<SeenProgram> releases,
    SortedMap<String, String> settings,
    Optional<Long> raftSnapshotIndex) {
  /**
   * Name of a raft snapshot: term and index, each as 16 hexadecimal digits. etcd appends {@code
   * .broken} to the name of a broken one.
   */
  private static final Pattern RAFT_SNAPSHOT =
      Pattern.compile("[0-9a-f]{16}-([0-9a-f]{16})\\.snap");

  static InstallationObservation of(Facts facts, MemberPaths member, List<String> paths) {
    List<String> seen = facts.all("release");
    List<SeenProgram> releases = new ArrayList<>();
    for (int number = 0; number < paths.size(); number++) {
      String fact = number < seen.size() ? seen.get(number) : "unreadable";
      releases.add(SeenProgram.of(paths.get(number), fact));
    }
    return new InstallationObservation(
        binary(facts, member),
        releases,
        settings(facts, member),
        facts.all("raft-snapshot").stream()
            .map(RAFT_SNAPSHOT::matcher)
            .filter(Matcher::matches)
            .map(matcher -> Long.parseUnsignedLong(matcher.group(1), 16))
            .max(Comparator.naturalOrder()));
  }

  static SeenProgram binary(Facts facts, MemberPaths member) {
    return SeenProgram.of(member.binary(), facts.first("binary").orElse("unreadable"));
  }

  private static SortedMap<String, String> settings(Facts facts, MemberPaths member) {
    try {
      return facts.has("environment-bytes") || facts.has("unit")
          ? new Supervision(member, facts).settings().shown()
          : new TreeMap<>();
    } catch (Failure malformed) {
      return new TreeMap<>();
    }
  }
}
