package io.quorate.view;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The etcd versions that members report; a silent member reports none.
 *
 * @param all all reported versions, each once, the oldest first
 */
public record RunningVersions(SortedSet<EtcdVersion> all) {
  public RunningVersions {
    all = Collections.unmodifiableSortedSet(new TreeSet<>(all));
  }

  /** Versions of all members that answer, learners included. */
  public static RunningVersions of(ClusterView view) {
    return of(view.members().stream().filter(view::isLive).toList());
  }

  /** Versions these members report, even if one answers with another member's id. */
  public static RunningVersions of(Collection<Member> members) {
    return new RunningVersions(
        members.stream()
            .flatMap(member -> member.status().stream())
            .map(MemberStatus::version)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /**
   * The version that a member reports; for a silent one the version of its binary, where that is
   * known.
   */
  public static Optional<EtcdVersion> ofOne(ClusterView view, Member member) {
    return Optional.of(member)
        .filter(view::isLive)
        .flatMap(Member::status)
        .map(MemberStatus::version)
        .or(() -> member.installation().binary());
  }

  public Optional<EtcdVersion> oldest() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.first());
  }

  public Optional<EtcdVersion> newest() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.last());
  }

  /** The newest running patch of the oldest running minor line. */
  public Optional<EtcdVersion> newestOfOldestLine() {
    return all.stream()
        .filter(version -> version.sameLine(all.first()))
        .reduce((one, next) -> next);
  }

  /** The running minor lines such as 3.6, each once, the oldest first. */
  public Set<String> lines() {
    return all.stream().map(EtcdVersion::line).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether at least one version is known and all are of this minor line. */
  public boolean areAllOf(String line) {
    return lines().equals(Set.of(line));
  }

  /** Whether the versions are of more than one minor line. */
  public boolean areMixed() {
    return lines().size() > 1;
  }

  /**
   * Whether the versions are more than one minor apart; only neighbouring minors are supported
   * (docs/etcd.md#n-19).
   */
  public boolean areWiderThanOneMinor() {
    return !all.isEmpty()
        && (all.first().major() != all.last().major()
            || all.last().minor() - all.first().minor() > 1);
  }

  /** The lines as people read them: {@code 3.5, 3.6}. */
  public String inWords() {
    return String.join(", ", lines());
  }
}
