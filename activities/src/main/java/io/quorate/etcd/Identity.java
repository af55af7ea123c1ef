package io.quorate.etcd;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;

/** Member and cluster ids in the header of an answer. */
record Identity(MemberId member, ClusterId cluster) {
  static Identity of(io.etcd.jetcd.api.ResponseHeader header) {
    return new Identity(new MemberId(header.getMemberId()), new ClusterId(header.getClusterId()));
  }

  static Identity of(io.quorate.etcd.proto.ResponseHeader header) {
    return new Identity(new MemberId(header.getMemberId()), new ClusterId(header.getClusterId()));
  }

  /**
   * Whether the header of the answer is empty. etcd sends empty headers for alarms up to 3.4, and
   * for defragmentation and a move of the leader in every version.
   */
  boolean isMissing() {
    return member.value() == 0 && cluster.value() == 0;
  }

  @Override
  public String toString() {
    return "member " + member + " of cluster " + cluster;
  }
}
