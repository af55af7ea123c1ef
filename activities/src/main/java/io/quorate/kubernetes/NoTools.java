package io.quorate.kubernetes;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.volume.EtcdTools;
import io.quorate.volume.RestoreMeans;
import java.util.SortedMap;

/** Means of restore in Kubernetes, where Quorate has none in this version. */
final class NoTools implements RestoreMeans {
  @Override
  public EtcdTools tools(MemberName member) {
    throw refused(member);
  }

  @Override
  public SortedMap<String, String> settings(MemberName member) {
    throw refused(member);
  }

  private static Failure refused(MemberName member) {
    return new Failure.Refused(
        "nothing can be salvaged or restored for %s: in Kubernetes this version of Quorate has no tools of etcd"
            .formatted(member));
  }
}
