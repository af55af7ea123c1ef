package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps that change the peer URL of a member. */
public sealed interface Addresses extends ActivityStep {
  /**
   * Tells the membership a member's new peer URL (docs/etcd.md#a-changed-address): one of the
   * configuration at which the member listens and answers, or, to take that back, the one that was
   * listed before. A member that is stopped while its data moves is judged by its settings; it
   * answers only later, and then every other member has to reach it. The step is never for a
   * learner: up to 3.5.30 and 3.6.11 etcd then records the learner as a voter, although the member
   * itself stays a learner (docs/etcd.md#n-23).
   *
   * @param from the listed URL
   * @param to the configured URL
   * @param kept the other URLs of a member that has several
   */
  record UpdatePeerUrl(
      MemberName member, MemberId id, String from, String to, Optional<List<String>> kept)
      implements Addresses, OnOneMember {
    public UpdatePeerUrl {
      kept = kept.map(List::copyOf);
    }

    @Override
    public boolean letsRun() {
      return true;
    }

    @Override
    public String sentence() {
      return "Update the peer URL of "
          + member
          + " ("
          + id
          + ") from "
          + from
          + " to "
          + to
          + kept.map(urls -> "; " + String.join(", ", urls) + " stays").orElse("");
    }

    /** All peer URLs of the member after the step, in the order in which etcd keeps them. */
    public List<String> urls() {
      return Stream.concat(Stream.of(to), kept.stream().flatMap(List::stream)).sorted().toList();
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    @Override
    public Budget budget() {
      return Budget.CHANGE;
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().listedAt(member, urls());
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.members().stream()
          .filter(listed -> listed.hasId(id))
          .flatMap(listed -> listed.entry().stream())
          .map(MembershipEntry::peerUrls)
          .filter(listed -> listed.stream().sorted().toList().equals(urls()))
          .findFirst()
          .map(listed -> "the membership lists " + id + " at " + String.join(", ", listed));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      if (view.members().stream().filter(Member::isVoter).noneMatch(voter -> voter.hasId(id))) {
        return new Verdict.Refused(
            StepReason.NOT_A_VOTER.because(
                id + " is no voter; the URL of a learner is never updated"));
      }
      return view.memberAt(to)
          .filter(other -> !other.hasId(id))
          .<Verdict>map(
              other ->
                  new Verdict.Refused(
                      StepReason.PEER_URL_TAKEN.because(to + " belongs to " + other.name())))
          .orElseGet(() -> configured(view).map(place -> at(place, view)).orElse(Verdict.PROCEED));
    }

    /** The place that the configuration has at the new URL; empty where the old one is put back. */
    private Optional<Member> configured(ClusterView view) {
      return Stream.concat(view.member(member).stream(), view.next(member).stream())
          .filter(place -> place.configured().filter(p -> p.isAmong(List.of(to))).isPresent())
          .findFirst();
    }

    private Verdict at(Member place, ClusterView view) {
      Optional<ChangedAddress.Objection> elsewhere = ChangedAddress.notListening(place, to);
      if (elsewhere.isPresent()) {
        return new Verdict.Refused(
            StepReason.MEMBER_NOT_LISTENING.because(
                elsewhere.get().fact(), elsewhere.get().todo()));
      }
      if (!place.hasId(id)) {
        return Verdict.PROCEED;
      }
      if (!view.isLive(place)) {
        return new Verdict.NotYet(
            StepReason.MEMBER_SILENT.because(
                member
                    + " does not answer, and the membership is told its new peer URL once it"
                    + " does",
                place.words()));
      }
      return ChangedAddress.of(place)
          .flatMap(changed -> changed.objection(view))
          .<Verdict>map(
              why ->
                  new Verdict.NotYet(
                      StepReason.ADDRESS_NOT_UPDATED.because(why.fact(), why.todo())))
          .orElse(Verdict.PROCEED);
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new UpdatePeerUrl(member, id, to, from, kept));
    }
  }

  /**
   * Waits until every other member has an active raft connection with a member whose peer URL was
   * updated (docs/etcd.md#a-changed-address). Only then another URL may be changed.
   *
   * @param url the URL that the membership lists since
   */
  record AwaitReached(MemberName member, MemberId id, String url) implements Addresses {
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
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.OTHERS_NOT_REACHED.because(why)))
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
}
