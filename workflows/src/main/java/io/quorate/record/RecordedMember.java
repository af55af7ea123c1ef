package io.quorate.record;

import io.quorate.cluster.Age;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * Record of a member, kept also after the member left the membership: the id, the place, and the
 * position that the data had reached.
 *
 * @param name its place in the configuration, else its name in the membership
 * @param since when a confirmed list had it first
 * @param listedAt when a confirmed list had it last
 * @param raftIndex the highest committed index that it reported
 * @param revision the highest revision that it reported
 * @param ranOn the machine on which it was seen to run last; empty where none was
 * @param removedFrom how many voters there were when a plan removed it, to add it again; empty
 *     where none did
 */
public record RecordedMember(
    MemberId id,
    MemberName name,
    FailureDomain zone,
    MembershipEntry entry,
    Instant since,
    Instant listedAt,
    Optional<HighWaterMark> raftIndex,
    Optional<HighWaterMark> revision,
    Optional<LastMachine> ranOn,
    Optional<Integer> removedFrom) {
  /** Joins two records of one member; neither loses anything that the other lacks. */
  RecordedMember or(RecordedMember other) {
    RecordedMember later =
        Comparator.comparing(RecordedMember::listedAt)
                    .thenComparing(one -> one.name() + " " + one.zone() + " " + one.entry())
                    .compare(this, other)
                >= 0
            ? this
            : other;
    return new RecordedMember(
        id,
        later.name,
        later.zone,
        later.entry,
        since.isBefore(other.since) ? since : other.since,
        later.listedAt,
        HighWaterMark.of(raftIndex, other.raftIndex),
        HighWaterMark.of(revision, other.revision),
        Known.either(ranOn, other.ranOn, LastMachine::or),
        Known.either(removedFrom, other.removedFrom, Math::max));
  }

  /** Moves the dates that a fast clock put ahead to just before now: dates of now replace them. */
  RecordedMember notAhead(Instant now) {
    return Age.wasAhead(listedAt, now)
        ? new RecordedMember(
            id,
            name,
            zone,
            entry,
            since.isAfter(now) ? now.minusMillis(1) : since,
            now.minusMillis(1),
            raftIndex,
            revision,
            ranOn.map(seen -> seen.notAhead(now)),
            removedFrom)
        : this;
  }

  /** Returns this member after a plan removed it from as many voters, to add it again. */
  RecordedMember removed(int voters) {
    return new RecordedMember(
        id, name, zone, entry, since, listedAt, raftIndex, revision, ranOn, Optional.of(voters));
  }
}
