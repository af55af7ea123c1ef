package io.quorate.wire;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.StableName;
import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.ConfirmedList;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.RecordedMember;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.OtherMachine;
import io.quorate.view.RecordWords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate record CLUSTER -o json}: what is remembered of a cluster.
 *
 * @param generation number of the file that counts; 0 where there is none
 * @param since since when there is a record; null where there is none
 * @param young whether it is younger than a day, so that little contradicts it
 * @param damaged files that are no record any more, each with the reason
 * @param incarnations the histories of the cluster, the current one last
 * @param lastSnapshot file of the last verified snapshot
 * @param lastLook when a look was recorded last
 * @param words the same in sentences
 */
public record RecordJson(
    String cluster,
    String directory,
    long generation,
    Optional<Instant> since,
    boolean young,
    List<String> damaged,
    List<IncarnationJson> incarnations,
    Optional<String> lastSnapshot,
    Optional<Instant> lastLook,
    List<String> words) {
  private static final Duration YOUNG = Duration.ofDays(1);

  public RecordJson {
    damaged = List.copyOf(damaged);
    incarnations = List.copyOf(incarnations);
    words = List.copyOf(words);
  }

  /**
   * One history, from a bootstrap or a restore to the next.
   *
   * @param token its initial cluster token, as far as environment files say it
   * @param began {@code found}, {@code accepted}
   * @param by who accepted it
   * @param confirmedAt when quorum confirmed a member list last
   * @param members everybody who was ever in a confirmed list
   */
  public record IncarnationJson(
      String clusterId,
      Optional<String> token,
      Instant since,
      String began,
      Optional<String> by,
      Optional<String> because,
      Optional<Instant> confirmedAt,
      Optional<HighestJson> revision,
      Optional<HighestJson> raftIndex,
      Optional<HighestJson> raftTerm,
      List<RememberedJson> members) {
    public IncarnationJson {
      members = List.copyOf(members);
    }

    static IncarnationJson of(Incarnation one) {
      return new IncarnationJson(
          one.clusterId().toString(),
          one.bootstrapName(),
          one.since(),
          StableName.of(one.began().kind()),
          one.began().by(),
          one.began().because(),
          one.confirmed().map(ConfirmedList::at),
          HighestJson.of(one.revision()),
          HighestJson.of(one.raftIndex()),
          HighestJson.of(one.raftTerm()),
          one.members().stream().map(member -> RememberedJson.of(one, member)).toList());
    }
  }

  /**
   * The highest value that was seen.
   *
   * @param at when it was seen first
   */
  public record HighestJson(long value, Instant at) {
    static Optional<HighestJson> of(Optional<HighWaterMark> highest) {
      return highest.map(one -> new HighestJson(one.value(), one.at()));
    }
  }

  /**
   * Recorded member. A member stays in the record after leaving the cluster.
   *
   * @param votingStatus {@code voter}, {@code learner}, {@code unlisted} as of the last list that
   *     quorum confirmed
   * @param listedAt when a confirmed list had it last
   */
  public record RememberedJson(
      String name,
      String id,
      String votingStatus,
      String zone,
      List<String> peerUrls,
      List<String> clientUrls,
      Instant listedAt,
      Optional<HighestJson> raftIndex,
      Optional<HighestJson> revision,
      Optional<RanOnJson> ranOn) {
    public RememberedJson {
      peerUrls = List.copyOf(peerUrls);
      clientUrls = List.copyOf(clientUrls);
    }

    static RememberedJson of(Incarnation of, RecordedMember member) {
      return new RememberedJson(
          member.name().value(),
          member.id().toString(),
          of.confirmed().stream()
              .flatMap(list -> list.entries().stream())
              .filter(entry -> entry.id().equals(member.id()))
              .map(MembershipEntry::votingStatus)
              .map(StableName::of)
              .findFirst()
              .orElse("unlisted"),
          member.zone().value(),
          member.entry().peerUrls(),
          member.entry().clientUrls(),
          member.listedAt(),
          HighestJson.of(member.raftIndex()),
          HighestJson.of(member.revision()),
          member.ranOn().map(seen -> new RanOnJson(OtherMachine.shown(seen.machine()), seen.at())));
    }
  }

  /**
   * The machine on which a member was seen to run.
   *
   * @param machine the beginning of what identifies it
   */
  public record RanOnJson(String machine, Instant at) {}

  /** Makes the JSON of a cluster's stored record at this time. */
  public static RecordJson of(
      String cluster, String directory, ClusterRecords.Kept kept, Instant now) {
    Optional<ClusterRecord> record = kept.record();
    return new RecordJson(
        cluster,
        directory,
        kept.generation(),
        record.map(ClusterRecord::since),
        record.filter(one -> Duration.between(one.since(), now).compareTo(YOUNG) < 0).isPresent(),
        kept.damaged(),
        record.map(ClusterRecord::incarnations).orElse(List.of()).stream()
            .map(IncarnationJson::of)
            .toList(),
        record.flatMap(ClusterRecord::lastSnapshot).map(SavedSnapshot::file),
        record.flatMap(ClusterRecord::lastLook).map(LastLook::at),
        record.map(RecordWords::of).orElse(List.of()));
  }
}
