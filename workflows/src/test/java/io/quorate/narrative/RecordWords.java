package io.quorate.narrative;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataOwner;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Origin;
import io.quorate.record.RestoredMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What was recorded of a drawn cluster, in words. */
final class RecordWords {
  private RecordWords() {}

  /**
   * What was remembered an hour ago of as many voters; {@code accepted} where somebody has said
   * since that what answers now is the cluster's history.
   */
  static ClusterRecord read(DrawnCluster now, Deque<String> words) {
    if (words.contains("restored")) {
      return restored(now, words);
    }
    if (words.contains("other-future")) {
      return otherFuture(now.key, words);
    }
    boolean accepted = words.removeLastOccurrence("accepted");
    ClusterRecord before = recordBefore(now.key, words);
    return accepted
        ? new Recorder(now.view())
            .accepting(before, "dana", "restored from a snapshot")
            .orElseThrow()
        : before;
  }

  /**
   * {@code 3 index 679 other-future 30m 130}: of three voters; half an hour ago somebody restored
   * the cluster by hand under its old token, to that index, while the last one was off, and said
   * so.
   */
  private static ClusterRecord otherFuture(ClusterKey cluster, Deque<String> words) {
    Deque<String> before = new ArrayDeque<>();
    while (!words.peek().equals("other-future")) {
      before.add(words.pop());
    }
    words.pop();
    DrawnCluster then = DrawnCluster.of(Integer.parseInt(before.peek()));
    then.key = cluster;
    then.now = DrawnCluster.NOW.minus(ClusterWords.duration(words.pop()));
    then.snapshotAge = Optional.empty();
    long index = Long.parseLong(words.pop());
    then.members.forEach(member -> member.index = index);
    then.members.getLast().stopped();
    return new Recorder(then.view())
        .accepting(recordBefore(cluster, before), "dana", "restored by hand")
        .orElseThrow();
  }

  /**
   * {@code 3 restored payments.1 at 88}: of three voters, of which the first was restored by this
   * operation; nobody else wrote up to that revision, {@code unknown} where that is not recorded.
   * With {@code served} quorum was seen in it; with {@code undone} the first history goes on.
   */
  private static ClusterRecord restored(DrawnCluster now, Deque<String> words) {
    Deque<String> then = new ArrayDeque<>();
    while (!words.peek().equals("restored")) {
      then.add(words.pop());
    }
    words.pop();
    String operation = words.pop();
    words.pop();
    DrawnMember first = now.members.getFirst();
    boolean undone = words.removeLastOccurrence("undone");
    boolean served = words.removeLastOccurrence("served");
    ClusterId cluster = undone ? ClusterId.parse("c2") : first.cluster;
    RestoredMember restored =
        new RestoredMember(
            first.name, first.peerUrl, "main-2-abababab-0", new DataOwner(first.id, cluster));
    ClusterRecord record =
        recordBefore(now.key, then)
            .restored(restored, now.now, Origin.restored(operation, "etcd-0-t2-i80.db"));
    String far = words.pop();
    ClusterRecord known =
        far.equals("unknown")
            ? record
            : record.unwritten(cluster, new HighWaterMark(Long.parseLong(far), now.now));
    MembershipSource source = now.source;
    now.source = MembershipSource.LINEARIZABLE;
    ClusterRecord looked = new Recorder(now.view()).changed(known);
    now.source = source;
    ClusterRecord seen =
        served ? new Recorder(serving(now, first, cluster)).changed(looked) : looked;
    return undone
        ? seen.undone(DrawnMember.HERE, now.now, Origin.undone("payments.2", operation))
        : seen;
  }

  /** The restored cluster as it was seen to serve. */
  private static ClusterView serving(DrawnCluster now, DrawnMember first, ClusterId cluster) {
    DrawnCluster serves = DrawnCluster.of(1);
    serves.key = now.key;
    DrawnMember alone = serves.member(0);
    alone.peerUrl = first.peerUrl;
    alone.id = first.id;
    alone.cluster = cluster;
    alone.leads = true;
    return serves.view();
  }

  /**
   * With {@code after-restore-of c0}: an hour before that it was restored, and had this id then.
   * With {@code removed etcd-1+etcd-2}: a plan has removed these since, to add them again.
   */
  private static ClusterRecord recordBefore(ClusterKey cluster, Deque<String> words) {
    Optional<ClusterId> old = Optional.empty();
    List<String> removed = List.of();
    DrawnCluster then = DrawnCluster.of(Integer.parseInt(words.pop()));
    then.key = cluster;
    then.now = DrawnCluster.NOW.minus(Duration.ofHours(1));
    then.snapshotAge = Optional.empty();
    while (!words.isEmpty()) {
      String word = words.pop();
      String value = words.pop();
      switch (word) {
        case "of-cluster" -> then.members.forEach(m -> m.cluster = ClusterId.parse(value));
        case "term" -> then.members.forEach(m -> m.term = Long.parseLong(value));
        case "machine" -> then.members.forEach(m -> m.machine = Optional.of(value));
        case "index" -> then.members.forEach(m -> m.index = Long.parseLong(value));
        case "removed" -> removed = List.of(value.split("\\+"));
        case "after-restore-of" -> old = Optional.of(ClusterId.parse(value));
        default -> throw new IllegalArgumentException("no record has " + word);
      }
    }
    ClusterRecord none = ClusterRecord.begin(cluster, then.now, "there was no record");
    ClusterRecord known =
        new Recorder(then.view()).seen(old.map(id -> restoredSince(none, then, id)).orElse(none));
    int voters = then.members.size();
    for (DrawnMember member : then.members) {
      if (removed.contains(member.name.value())) {
        known = known.removed(member.id, voters);
        voters--;
      }
    }
    return known;
  }

  /** The record of a cluster that was restored out of a history with this id, an hour before. */
  private static ClusterRecord restoredSince(ClusterRecord none, DrawnCluster then, ClusterId old) {
    DrawnMember first = then.member(0);
    ClusterId now = first.cluster;
    Instant at = then.now;
    then.now = at.minus(Duration.ofHours(1));
    then.members.forEach(member -> member.cluster = old);
    ClusterRecord before = new Recorder(then.view()).seen(none);
    then.now = at;
    then.members.forEach(member -> member.cluster = now);
    return before.restored(
        new RestoredMember(
            first.name, first.peerUrl, "main-2-abababab-0", new DataOwner(first.id, now)),
        at.minus(Duration.ofMinutes(30)),
        Origin.restored("payments.1", "etcd-0-t2-i80.db"));
  }
}
