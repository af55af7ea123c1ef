package io.quorate.etcd;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;

/** Who gave an answer: what its header says. */
record Identity(MemberId member, ClusterId cluster) {
  static Identity of(io.etcd.jetcd.api.ResponseHeader header) {
    return new Identity(new MemberId(header.getMemberId()), new ClusterId(header.getClusterId()));
  }

  static Identity of(io.quorate.etcd.proto.ResponseHeader header) {
    return new Identity(new MemberId(header.getMemberId()), new ClusterId(header.getClusterId()));
  }

  /**
   * Whether the answer's header was left empty, as that of alarms up to 3.4 is, and on every
   * version those of a defragmentation and of a move of the leader.
   */
  boolean isMissing() {
    return member.value() == 0 && cluster.value() == 0;
  }

  @Override
  public String toString() {
    return "member " + member + " of cluster " + cluster;
  }
}
