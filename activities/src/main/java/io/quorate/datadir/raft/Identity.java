package io.quorate.datadir.raft;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;

/**
 * Owner of the data: a member and its cluster. The head of every log segment names the owner; no
 * other file does.
 */
public record Identity(MemberId member, ClusterId cluster) {
  /** Reads an {@code etcdserverpb.Metadata}. */
  public static Identity read(byte[] bytes) throws MalformedMessageException {
    var in = new MessageReader(bytes);
    long member = 0;
    long cluster = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> member = in.number();
        case 2 -> cluster = in.number();
        default -> {}
      }
    }
    return new Identity(new MemberId(member), new ClusterId(cluster));
  }
}
