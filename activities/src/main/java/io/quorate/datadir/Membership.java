package io.quorate.datadir;

import io.quorate.cluster.MemberId;
import io.quorate.datadir.raft.ConfState;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.Request;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A list of members to which changes are applied; applying one twice makes no difference. */
final class Membership {
  private final Map<Long, MemberRecord> members = new TreeMap<>(Long::compareUnsigned);
  private final Set<MemberId> removed = new LinkedHashSet<>();

  Membership(Collection<MemberRecord> members, Collection<MemberId> removed) {
    members.forEach(member -> this.members.put(member.id().value(), member));
    this.removed.addAll(removed);
  }

  /** Raft's own list, of which only the ids are known. */
  static Membership of(Optional<ConfState> confState) {
    var membership = new Membership(List.of(), List.of());
    confState.ifPresent(
        state -> {
          state.voters().forEach(id -> membership.add(id, List.of(), false));
          state.learners().forEach(id -> membership.add(id, List.of(), true));
        });
    return membership;
  }

  void apply(MembershipChange change) {
    long id = change.member().value();
    MemberRecord known = members.get(id);
    switch (change.kind()) {
      case ADD -> {
        if (known == null) {
          add(id, change.peerUrls(), false);
        } else if (known.learner()) {
          members.put(id, known.promoted());
        }
      }
      case ADD_LEARNER -> {
        if (known == null) {
          add(id, change.peerUrls(), true);
        }
      }
      case PROMOTE -> {
        if (known != null) {
          members.put(id, known.promoted());
        }
      }
      case UPDATE -> {
        if (known != null) {
          members.put(id, known.at(change.peerUrls()));
        }
      }
      case REMOVE -> {
        members.remove(id);
        removed.add(change.member());
      }
    }
  }

  void apply(Request.AttributesPublished attributes) {
    members.computeIfPresent(
        attributes.member().value(),
        (id, known) -> known.published(attributes.name(), attributes.clientUrls()));
  }

  /** Names a member that is listed without a name, as another list has it. */
  void name(MemberRecord named) {
    members.computeIfPresent(
        named.id().value(),
        (id, known) ->
            known.name().isEmpty() ? known.published(named.name(), named.clientUrls()) : known);
  }

  private void add(long id, List<String> peerUrls, boolean learner) {
    members.put(id, new MemberRecord(new MemberId(id), "", peerUrls, List.of(), learner));
  }

  List<MemberRecord> members() {
    return List.copyOf(members.values());
  }

  List<MemberId> ids() {
    return members.values().stream().map(MemberRecord::id).toList();
  }

  List<MemberId> removed() {
    return List.copyOf(removed);
  }
}
