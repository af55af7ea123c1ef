package io.quorate.port;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Revision;
import io.quorate.port.Storage.HashOfKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Content of a snapshot as far as whoever restores it has to know it (docs/etcd.md#snapshots). All
 * but {@code keys} and {@code versions} is read from the file itself.
 *
 * @param revision the highest revision in it
 * @param raftIndex the index of the last entry that was applied to it
 * @param raftTerm the term in its database, which is that of this entry from etcd 3.5 on; one of
 *     3.4 that was a 3.5 before has an old one. Empty where there is none, and where the entry of
 *     the catalogue was written before it was read
 * @param members the members as it has them; one that was never started has no name
 * @param alarms the alarms that come back with it
 * @param downgradeTo the minor to which a downgrade was enabled, which comes back too
 * @param authentication whether authentication is on in it
 * @param versions of the members that answered when it was saved, the lowest first
 * @param keys what the source said of its keys at {@code revision}, in the same minute; empty where
 *     it was not told
 */
public record SnapshotContent(
    Revision revision,
    long raftIndex,
    Optional<Long> raftTerm,
    List<MemberIn> members,
    List<Alarm.Kind> alarms,
    Optional<String> downgradeTo,
    boolean authentication,
    List<String> versions,
    Optional<KeysOfSource> keys,
    Optional<WhileSaved> whileSaved) {
  public SnapshotContent {
    members = List.copyOf(members);
    alarms = List.copyOf(alarms);
    versions = List.copyOf(versions);
  }

  /** A member as the snapshot has it. */
  public record MemberIn(String name, boolean learner) {}

  /**
   * The keys of the member that gave the snapshot: what a restored member has to show again.
   *
   * @param count keys that are there at the revision
   * @param hash equal on a member that was restored without a bump of its revision
   */
  public record KeysOfSource(long count, HashOfKeys hash) {}

  /** The content with what its source and the cluster said when it was saved. */
  public SnapshotContent toldBy(List<String> versionsThen, Optional<KeysOfSource> source) {
    return with(versionsThen, source, whileSaved);
  }

  /** The content with how the cluster was before and after the stream. */
  public SnapshotContent savedDuring(Optional<WhileSaved> seen) {
    return with(versions, keys, seen);
  }

  private SnapshotContent with(
      List<String> ran, Optional<KeysOfSource> source, Optional<WhileSaved> seen) {
    return new SnapshotContent(
        revision,
        raftIndex,
        raftTerm,
        members,
        alarms,
        downgradeTo,
        authentication,
        ran,
        source,
        seen);
  }

  /** Surprises that wait for a person who restores it, a sentence each. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    List<String> learners =
        members.stream().filter(MemberIn::learner).map(SnapshotContent::name).toList();
    if (!learners.isEmpty()) {
      remarks.add("saved in the middle of a change: " + words(learners) + " was to become a voter");
    }
    if (versions.size() > 1) {
      remarks.add("saved in the middle of a roll: members ran etcd " + words(versions));
    }
    whileSaved.ifPresent(seen -> remarks.addAll(seen.changes()));
    downgradeTo.ifPresent(
        to -> remarks.add("a downgrade to " + to + " comes back with it; cancel that first"));
    alarms.forEach(
        alarm -> remarks.add("the alarm " + alarm + " comes back with it and has to be disarmed"));
    if (authentication) {
      remarks.add("authentication is on in it: the users and passwords of that time count again");
    }
    return remarks;
  }

  private static String name(MemberIn member) {
    return member.name().isEmpty() ? "a member without a name" : member.name();
  }

  private static String words(List<String> several) {
    return String.join(" and ", several);
  }
}
