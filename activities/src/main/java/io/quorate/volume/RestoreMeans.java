package io.quorate.volume;

import io.quorate.cluster.MemberName;
import java.util.SortedMap;

/** Means by which the data of one cluster's members is salvaged and restored. */
public interface RestoreMeans {
  /** The tools for the member; throws {@code Refused} with the reason where there are none. */
  EtcdTools tools(MemberName member);

  /** All of etcd's variables, {@code ETCD_*}, that the member is started with. */
  SortedMap<String, String> settings(MemberName member);
}
