package io.quorate.data;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;

/**
 * Owner of the data in a directory, as every segment of the log says at its head
 * (docs/etcd.md#data-directories).
 */
public record DataOwner(MemberId member, ClusterId cluster) {
  @Override
  public String toString() {
    return "member " + member + " of cluster " + cluster;
  }
}
