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

  @Override
  public String toString() {
    return "member " + member + " of cluster " + cluster;
  }
}
