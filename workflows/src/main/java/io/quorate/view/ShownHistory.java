package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberStatus;
import io.quorate.record.ConfirmedList;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.LastMachine;
import io.quorate.record.Origin;
import io.quorate.record.RecordedMember;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The history of a cluster as a view shows it that quorum confirms. */
record ShownHistory(ClusterView view) {
  private static final String TOKEN = "ETCD_INITIAL_CLUSTER_TOKEN";

  /** The history that begins with the view; empty without a cluster id. */
  Optional<Incarnation> begun(Origin began) {
    return view.clusterId().map(id -> shown(id, began));
  }

  /** The known history with what the view adds. */
  Incarnation addedTo(Incarnation known) {
    return known.showing(shown(known.clusterId(), known.began()), view.at());
  }

  private Incarnation shown(ClusterId id, Origin began) {
    return new Incarnation(
        id,
        view.at(),
        began,
        bootstrapName(),
        Optional.of(
            new ConfirmedList(
                view.at(),
                view.members().stream().flatMap(member -> member.entry().stream()).toList())),
        highest(view.revisionOfQuorum()),
        highest(view.term()),
        highest(view.highestRaftIndex()),
        view.members().stream().flatMap(member -> recorded(member).stream()).toList(),
        Optional.empty(),
        Optional.empty());
  }

  private Optional<HighWaterMark> highest(long value) {
    return value > 0 ? Optional.of(new HighWaterMark(value, view.at())) : Optional.empty();
  }

  /** The token that all environment files name which name one; empty where they differ. */
  private Optional<String> bootstrapName() {
    Set<String> named =
        view.members().stream()
            .filter(Member::isListed)
            .flatMap(m -> Stream.ofNullable(m.installation().settings().get(TOKEN)))
            .collect(Collectors.toSet());
    return named.size() == 1 ? named.stream().findFirst() : Optional.empty();
  }

  /** A member as the view shows it; empty where it is not listed. */
  private Optional<RecordedMember> recorded(Member member) {
    Optional<MemberStatus> status = member.status().filter(answer -> view.isLive(member));
    return member
        .entry()
        .map(
            entry ->
                new RecordedMember(
                    entry.id(),
                    member.name(),
                    member.zone(),
                    entry,
                    view.at(),
                    view.at(),
                    status.map(answer -> new HighWaterMark(answer.raftIndex(), view.at())),
                    status.map(answer -> new HighWaterMark(answer.revision().value(), view.at())),
                    status.flatMap(answer -> ranOn(member)),
                    Optional.empty()));
  }

  private Optional<LastMachine> ranOn(Member member) {
    return Optional.of(member.workload())
        .filter(workload -> workload.runs())
        .flatMap(workload -> workload.placement().home())
        .map(machine -> new LastMachine(machine, view.at()));
  }
}
