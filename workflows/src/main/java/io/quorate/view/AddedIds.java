package io.quorate.view;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.HashMap;
import java.util.Map;

/**
 * Ids of members that a plan adds. The ids are unknown when the plan is made, because etcd chooses
 * them.
 */
public record AddedIds(Map<MemberName, MemberId> byName) {
  public static final AddedIds NONE = new AddedIds(Map.of());

  public AddedIds {
    byName = Map.copyOf(byName);
  }

  public AddedIds plus(Map<MemberName, MemberId> more) {
    Map<MemberName, MemberId> all = new HashMap<>(byName);
    all.putAll(more);
    return new AddedIds(all);
  }

  /** The view with these ids in place of the placeholder 0, an id that etcd never gives. */
  public ClusterView in(ClusterView view) {
    ClusterView bound = view;
    for (Member member : view.members()) {
      MemberId known = byName.get(member.name());
      if (known != null && member.hasId(new MemberId(0))) {
        bound = bound.projected().idKnown(member.name(), known);
      }
    }
    return bound;
  }
}
