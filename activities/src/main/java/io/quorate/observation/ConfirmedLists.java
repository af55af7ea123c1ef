package io.quorate.observation;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.port.ClusterPorts;
import io.quorate.view.MembershipList;
import java.util.List;

/** Member lists that quorum confirms, through one member. */
public final class ConfirmedLists {
  /** The first version that honours a linearizable member list; earlier ones ignore the request. */
  private static final EtcdVersion LINEARIZABLE_LISTS = new EtcdVersion(3, 5, 0);

  private ConfirmedLists() {}

  /**
   * The member list through this member. On 3.4 a list counts as confirmed when it is unchanged
   * between two linearizable reads.
   */
  public static MembershipList through(MemberName member, EtcdVersion version, ClusterPorts ports) {
    if (!version.isBefore(LINEARIZABLE_LISTS)) {
      return new MembershipList(
          MembershipSource.LINEARIZABLE, member, ports.membership().linearizableList(member));
    }
    ports.maintenance().linearizableRead(member);
    List<MembershipEntry> first = ports.membership().localList(member);
    ports.maintenance().linearizableRead(member);
    List<MembershipEntry> second = ports.membership().localList(member);
    MembershipSource source =
        first.equals(second) ? MembershipSource.LINEARIZABLE : MembershipSource.LOCAL;
    return new MembershipList(source, member, second);
  }
}
