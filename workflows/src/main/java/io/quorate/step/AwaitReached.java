package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Waits until every other member has an active raft connection with a member whose peer URL was
 * updated (docs/etcd.md#a-changed-address). Only then another URL may be changed.
 *
 * @param url the URL that the membership lists since
 */
public record AwaitReached(MemberName member, MemberId id, String url) implements ActivityStep {
  @Override
  public String sentence() {
    return "Wait until every other member reaches " + member + " at " + url;
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 10);
  }

  /** Requires that the member answers at all: nobody reaches a member that is down. */
  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> moved = view.member(member);
    return moved
        .flatMap(ChangedAddress::of)
        .map(
            changed ->
                "the membership lists " + member + " at " + String.join(", ", changed.listed()))
        .or(
            () ->
                moved.filter(view::isLive).isPresent()
                    ? Optional.empty()
                    : Optional.of(
                        member + " does not answer Quorate; start it, or mend the way to it"))
        .<Verdict>map(Verdict.NotYet::new)
        .orElse(Verdict.PROCEED);
  }

  /** The members whose metrics have to be read: all that answer, but the moved one. */
  public List<MemberName> others(ClusterView view) {
    return view.members().stream()
        .filter(other -> view.isLive(other) && !other.hasId(id))
        .map(Member::name)
        .toList();
  }

  /**
   * Why it does not show that all others reach the member; empty when it does.
   *
   * @param metrics of the others, as far as they could be read
   */
  public Optional<String> missing(ClusterView view, Map<MemberName, MemberMetrics> metrics) {
    return others(view).stream()
        .filter(
            other ->
                Optional.ofNullable(metrics.get(other))
                    .filter(read -> read.active().contains(id))
                    .isEmpty())
        .findFirst()
        .map(
            other ->
                (metrics.containsKey(other)
                        ? other + " does not reach " + member + " at " + url
                        : "the metrics of " + other + " cannot be read")
                    + "; mend the way to it");
  }
}
