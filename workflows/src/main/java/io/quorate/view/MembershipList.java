package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.record.Incarnation;
import io.quorate.record.RecordedPast;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A member list as it was read.
 *
 * @param through the member that answered with it, or whose files have it
 * @param cluster the cluster that it is of, where no member answers who could say it
 */
public record MembershipList(
    MembershipSource source,
    Optional<MemberName> through,
    List<MembershipEntry> entries,
    Optional<ClusterId> cluster) {
  public MembershipList {
    entries = List.copyOf(entries);
  }

  /** A list that this member gave. */
  public MembershipList(
      MembershipSource source, MemberName through, List<MembershipEntry> entries) {
    this(source, Optional.of(through), entries, Optional.empty());
  }

  /**
   * The list where no member gives one (docs/etcd.md#which-member-list): the last that the record
   * has, unless data of that cluster knows of later commits and names other members, because the
   * membership was changed while Quorate did not look; without a record the list {@linkplain
   * #ofFiles of the files}. Empty where neither is known.
   */
  public static Optional<MembershipList> known(
      RecordedPast past, Map<MemberName, DataDirectory> data) {
    return past.incarnation()
        .flatMap(incarnation -> later(incarnation, data))
        .or(() -> recorded(past))
        .or(() -> ofFiles(data));
  }

  private static Optional<MembershipList> later(
      Incarnation incarnation, Map<MemberName, DataDirectory> data) {
    return FurthestLog.of(data, incarnation.clusterId())
        .filter(
            log ->
                incarnation
                    .raftIndex()
                    .filter(seen -> log.position().known() > seen.value())
                    .isPresent())
        .flatMap(MembershipList::of)
        .filter(
            list ->
                incarnation
                    .confirmed()
                    .filter(last -> !ids(last.entries()).equals(ids(list.entries())))
                    .isPresent());
  }

  /** The list as this data has it; empty where the data has no list. */
  private static Optional<MembershipList> of(FurthestLog log) {
    return log.position().members().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new MembershipList(
                MembershipSource.FILES,
                Optional.of(log.member()),
                log.position().members(),
                Optional.of(log.owner().cluster())));
  }

  private static Set<MemberId> ids(List<MembershipEntry> entries) {
    return entries.stream().map(MembershipEntry::id).collect(Collectors.toUnmodifiableSet());
  }

  /** The list that quorum confirmed last, as the record has it; empty where it has none. */
  public static Optional<MembershipList> recorded(RecordedPast past) {
    return past.incarnation()
        .flatMap(
            incarnation ->
                incarnation
                    .confirmed()
                    .map(
                        list ->
                            new MembershipList(
                                MembershipSource.RECORDED,
                                Optional.empty(),
                                list.entries(),
                                Optional.of(incarnation.clusterId()))));
  }

  /**
   * The list as the files of these members have it: that of the furthest data, in raft's order, of
   * the cluster to which most of the data belongs; empty where no data is known, or two clusters
   * have as much.
   */
  public static Optional<MembershipList> ofFiles(Map<MemberName, DataDirectory> data) {
    return FurthestLog.of(data).flatMap(MembershipList::of);
  }

  /** Returns this list as an answer of one member alone. */
  MembershipList unconfirmed() {
    return source == MembershipSource.LINEARIZABLE
        ? new MembershipList(MembershipSource.LOCAL, through, entries, cluster)
        : this;
  }
}
