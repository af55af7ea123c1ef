package io.quorate.diagnosis;

import io.quorate.cluster.MembershipEntry;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Peer URLs at which the membership lists voters that do not come back. Members find each other at
 * these alone, and without quorum they cannot be changed: where a host was given another address,
 * the listed one has to come back (docs/etcd.md#a-changed-address).
 */
public record ListedUrls(List<Member> voters) {
  public ListedUrls {
    voters = List.copyOf(voters);
  }

  /** URLs of voters whose process runs and that answer nobody. */
  public static ListedUrls ofRunning(ClusterView view) {
    return of(view, voter -> voter.status().isEmpty() && voter.workload().runs());
  }

  /** URLs of voters whose host cannot be reached. */
  public static ListedUrls ofUnreached(ClusterView view) {
    return of(view, voter -> voter.workload().isUnreachable());
  }

  /**
   * Returns how to get quorum back where the configuration has other addresses for voters than the
   * member list. Empty where the other voters are a quorum.
   */
  public static Optional<String> moved(ClusterView view) {
    List<Member> changed = ChangedAddress.in(view).stream().map(ChangedAddress::member).toList();
    return changed.size() <= view.quorum().tolerated()
        ? Optional.empty()
        : new ListedUrls(changed)
            .sentence()
            .map(
                listed ->
                    "quorate.yml has other peer URLs for %s, and %s. Once quorum is back, member-restart follows a changed address."
                        .formatted(Names.and(changed), listed));
  }

  /**
   * Returns what to do where the configuration has other addresses for voters than the member list.
   * Empty where the other voters are a quorum.
   */
  public static Optional<String> toBringBack(ClusterView view) {
    List<Member> changed = ChangedAddress.in(view).stream().map(ChangedAddress::member).toList();
    return changed.size() <= view.quorum().tolerated()
        ? Optional.empty()
        : Optional.of(
            changed.stream()
                .map(ListedUrls::listed)
                .collect(
                    Collectors.joining(
                        ", ", "Bring back listed addresses that have changed: ", ".")));
  }

  /** URLs of these voters but for those never started, which are found nowhere. */
  private static ListedUrls of(ClusterView view, Predicate<Member> which) {
    return new ListedUrls(
        view.voters().stream()
            .filter(voter -> voter.entry().filter(MembershipEntry::started).isPresent())
            .filter(which)
            .toList());
  }

  /** Where they are listed, and what to do where a host has another address; empty for nobody. */
  public Optional<String> sentence() {
    return voters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            """
            the membership lists %s: where a host has another address by now, the listed one has \
            to come back (on the host, as a second one on its interface, or by the name), because \
            the membership cannot be changed without quorum\
            """
                .formatted(
                    voters.stream().map(ListedUrls::listed).collect(Collectors.joining(", "))));
  }

  private static String listed(Member voter) {
    return voter.name()
        + " at "
        + voter.entry().map(entry -> String.join(" and ", entry.peerUrls())).orElse("no URL");
  }
}
