package io.quorate.datadir.raft;

import java.util.ArrayList;
import java.util.List;

/** Raft's own list of members, by id. */
public record ConfState(List<Long> voters, List<Long> learners) {
  public ConfState {
    voters = List.copyOf(voters);
    learners = List.copyOf(learners);
  }

  /** Reads a {@code raftpb.ConfState}; ids are repeated, packed or not. */
  static ConfState read(MessageReader in) throws MalformedMessageException {
    List<Long> voters = new ArrayList<>();
    List<Long> learners = new ArrayList<>();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> add(in, voters);
        case 2 -> add(in, learners);
        default -> {}
      }
    }
    return new ConfState(voters, learners);
  }

  private static void add(MessageReader in, List<Long> ids) throws MalformedMessageException {
    if (!in.isSpan()) {
      ids.add(in.number());
      return;
    }
    ids.addAll(in.packed());
  }
}
