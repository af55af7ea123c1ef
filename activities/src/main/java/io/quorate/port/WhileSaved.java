package io.quorate.port;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cluster right before and right after a snapshot was streamed, both times confirmed by quorum
 * through its source. etcd streams one state of one member, so an election or a change of the
 * membership meanwhile makes it no worse; whoever restores it is told of them.
 */
public record WhileSaved(Standing before, Standing after) {
  /**
   * A cluster at one moment.
   *
   * @param leader the leader that the source followed; empty where it followed none
   */
  public record Standing(
      Revision revision, long raftTerm, Optional<MemberId> leader, List<Listed> members) {
    public Standing {
      members = List.copyOf(members);
    }

    private Optional<Listed> find(MemberId id) {
      return members.stream().filter(member -> member.id().equals(id)).findFirst();
    }
  }

  /**
   * A member of the list that quorum confirmed.
   *
   * @param name empty while the member was never started
   */
  public record Listed(MemberId id, String name, boolean learner) {
    private String words() {
      return name.isEmpty() ? "member " + id + ", which was never started," : name;
    }
  }

  /** A number that only grows in one history and went back, in a clause; empty where none did. */
  public Optional<String> wentBack() {
    if (after.raftTerm() < before.raftTerm()) {
      return Optional.of("the term went back from " + terms());
    }
    return after.revision().compareTo(before.revision()) < 0
        ? Optional.of(
            "the revision went back from " + before.revision() + " to " + after.revision())
        : Optional.empty();
  }

  /** Changes of the cluster meanwhile, a clause each; empty where there was none. */
  public List<String> changes() {
    List<String> changes = new ArrayList<>();
    if (!before.leader().equals(after.leader())) {
      changes.add(
          "leadership went from "
              + leader(before)
              + " to "
              + leader(after)
              + " while it was saved, and the term from "
              + terms());
    } else if (before.raftTerm() != after.raftTerm()) {
      changes.add("there was an election while it was saved: the term went from " + terms());
    }
    Stream.of(
            after.members().stream().flatMap(now -> joined(now).stream()),
            before.members().stream().flatMap(then -> left(then).stream()))
        .flatMap(each -> each)
        .map(what -> "the membership changed while it was saved: " + what)
        .forEach(changes::add);
    return changes;
  }

  private Optional<String> joined(Listed now) {
    Optional<Listed> then = before.find(now.id());
    if (then.isEmpty()) {
      return Optional.of(now.words() + " was added as a " + (now.learner() ? "learner" : "voter"));
    }
    return then.filter(one -> one.learner() && !now.learner())
        .map(one -> now.words() + " was promoted to voter");
  }

  private Optional<String> left(Listed then) {
    return after.find(then.id()).isEmpty()
        ? Optional.of(then.words() + " was removed")
        : Optional.empty();
  }

  private String terms() {
    return before.raftTerm() + " to " + after.raftTerm();
  }

  private String leader(Standing at) {
    return at.leader()
        .map(
            id ->
                Stream.of(at, before, after)
                    .flatMap(one -> one.find(id).stream())
                    .map(Listed::words)
                    .findFirst()
                    .orElse("member " + id))
        .orElse("nobody");
  }
}
