package io.quorate.port;

import io.quorate.data.DataOwner;
import java.util.OptionalLong;

/**
 * Order to make a snapshot the data of a member.
 *
 * @param snapshot on the member's host
 * @param token the cluster token; never one that was used before (docs/etcd.md#n-07)
 * @param expected the ids that token and peer URL give; other ones are not put in place
 * @param bump by how much the revision is raised, with all older ones marked compacted; empty for a
 *     plain restore
 */
public record RestoreOrder(
    SnapshotFile snapshot, String token, String peerUrl, DataOwner expected, OptionalLong bump) {
  public RestoreOrder {
    if (!token.matches("[A-Za-z0-9._-]{1,200}")) {
      throw new Failure.Fault(
          "the cluster token '" + token + "': use letters, digits, dots, hyphens and underscores");
    }
    if (!peerUrl.matches("https?://[^\\s,=]+")) {
      throw new Failure.Fault("'" + peerUrl + "' is no peer URL");
    }
    if (bump.isPresent() && bump.getAsLong() < 1) {
      throw new Failure.Fault("a revision is raised by 1 or more, not by " + bump.getAsLong());
    }
  }
}
