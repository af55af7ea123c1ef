package io.quorate.cluster;

import java.util.HashMap;
import java.util.Map;

/** The ids of members that were added on the way: nobody knows them when a plan is made. */
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

  /** The view with these ids where it has the placeholder 0, which etcd never gives. */
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
