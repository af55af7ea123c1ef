package io.quorate.data;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;

/**
 * Whose data a directory holds, as every segment of its log says at its head
 * (docs/etcd.md#data-directories).
 */
public record DataOwner(MemberId member, ClusterId cluster) {
  @Override
  public String toString() {
    return "member " + member + " of cluster " + cluster;
  }
}
