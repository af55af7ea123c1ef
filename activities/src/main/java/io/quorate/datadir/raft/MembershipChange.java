package io.quorate.datadir.raft;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.cluster.MemberId;
import java.util.List;

/**
 * A change of the membership, as an entry of the log holds it.
 *
 * @param changeId 0 where etcd wrote it without being asked: at the birth of a cluster, in a
 *     restore, and in a forced new cluster
 * @param peerUrls those of the member that is added or updated
 */
public record MembershipChange(
    Position at, Kind kind, MemberId member, long changeId, List<String> peerUrls) {
  /** Kind of the change. */
  public enum Kind {
    ADD,
    REMOVE,
    UPDATE,
    ADD_LEARNER,
    PROMOTE
  }

  public MembershipChange {
    peerUrls = List.copyOf(peerUrls);
  }

  /** Reads the {@code raftpb.ConfChange} of an entry. */
  public static MembershipChange read(Entry entry) throws MalformedMessageException {
    var in = new MessageReader(entry.data());
    long id = 0;
    long type = 0;
    long node = 0;
    byte[] context = {};
    while (in.next()) {
      switch (in.field()) {
        case 1 -> id = in.number();
        case 2 -> type = in.number();
        case 3 -> node = in.number();
        case 4 -> context = in.copy();
        default -> {}
      }
    }
    boolean promotes = false;
    List<String> urls = List.of();
    if (context.length > 0) {
      JsonNode json = MemberRecord.tree(context);
      promotes = json.path("isPromote").asBoolean(false);
      urls = MemberRecord.texts(json.path("peerURLs"));
    }
    return new MembershipChange(entry.at(), kind(type, promotes), new MemberId(node), id, urls);
  }

  private static Kind kind(long type, boolean promotes) throws MalformedMessageException {
    if (promotes) {
      return Kind.PROMOTE;
    }
    if (type == 0) {
      return Kind.ADD;
    }
    if (type == 1) {
      return Kind.REMOVE;
    }
    if (type == 2) {
      return Kind.UPDATE;
    }
    if (type == 3) {
      return Kind.ADD_LEARNER;
    }
    throw new MalformedMessageException("%d is no change of a membership".formatted(type));
  }
}
