package io.quorate.record;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataOwner;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The member as which a snapshot is restored, a cluster by itself, with the ids that its URL and
 * token give (docs/etcd.md#ids).
 *
 * @param bootstrapName its {@code --initial-cluster-token}, which is no secret, never used before
 * @param owner the ids, computed before anything is restored
 */
public record RestoredMember(
    MemberName name, String peerUrl, String bootstrapName, DataOwner owner) {
  /** The member of this name at this URL, under this token. */
  public static RestoredMember of(MemberName name, String peerUrl, String token) {
    return new RestoredMember(name, peerUrl, token, RestoredIds.ofOne(List.of(peerUrl), token));
  }

  /**
   * Returns whether the file still has the bytes that this member is to be restored from. A file
   * that Quorate saved never changes. The token has the first digits of a foreign file's SHA-256.
   */
  public boolean isMadeOf(SavedSnapshot saved) {
    return !saved.isForeign() || bootstrapName.contains("-" + saved.bytes() + "-");
  }

  /** Whether the other one is restored at the same place, under whatever token. */
  public boolean isAtTheSamePlaceAs(RestoredMember other) {
    return name.equals(other.name) && peerUrl.equals(other.peerUrl);
  }

  /** Returns the member's entry in the membership. */
  public MembershipEntry entry() {
    return new MembershipEntry(owner.member(), name.value(), false, List.of(peerUrl), List.of());
  }

  /** The history that begins with it. */
  Incarnation incarnation(Instant now, Origin began) {
    return new Incarnation(
        owner.cluster(),
        now,
        began,
        Optional.of(bootstrapName),
        Optional.of(new ConfirmedList(now, List.of(entry()))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(
            new RecordedMember(
                owner.member(),
                name,
                FailureDomain.UNKNOWN,
                entry(),
                now,
                now,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty())),
        Optional.empty(),
        Optional.empty());
  }
}
