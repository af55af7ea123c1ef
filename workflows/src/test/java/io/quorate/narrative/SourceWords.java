package io.quorate.narrative;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataPosition;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SnapshotFlaw;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Source of a restore in words: {@code etcd-1 saved 2/80}, or {@code salvaged}, or its {@code
 * database} alone, or {@code served} without quorum: of which member, how far in term and index
 * ({@code of-log 2/95} where the log goes on from there); {@code copied} for a database that
 * somebody else put among the snapshots. Then {@code of-cluster c0} for another history than the
 * cluster's, {@code aged 3h}, {@code downgrade 3.5}, {@code authentication}, {@code unusable},
 * {@code marked} by a trial, and alarms.
 */
final class SourceWords {
  private SourceWords() {}

  static RestoreSource read(DrawnCluster drawn, Deque<String> words) {
    MemberName of = new MemberName(words.pop());
    String how = words.pop();
    DataPosition far = ClusterWords.position(words.pop());
    Optional<DataPosition> log = behind("of-log", words).map(ClusterWords::position);
    boolean authentication = words.remove("authentication");
    Optional<SnapshotFlaw> unusable =
        Optional.of(SnapshotFlaw.unusable("a page of it is damaged"))
            .filter(why -> words.remove("unusable"))
            .or(
                () ->
                    Optional.of(
                            SnapshotFlaw.ofTrial(
                                    "restored it has 6 keys at revision 85, and its source had 7"
                                        + " keys there")
                                .marked())
                        .filter(why -> words.remove("marked")));
    Optional<String> downgrade = behind("downgrade", words);
    drawn.sourceOf = behind("of-cluster", words).map(ClusterId::parse).orElse(DrawnMember.HERE);
    drawn.sourceAge =
        behind("aged", words).map(ClusterWords::duration).orElse(DrawnCluster.SOURCE_AGE);
    boolean copied = how.equals("copied");
    if (copied) {
      drawn.sourceOf = new ClusterId(0);
    }
    MemberId id =
        drawn.members.stream()
            .filter(member -> member.name.equals(of))
            .map(member -> member.id)
            .findFirst()
            .orElseThrow();
    return new RestoreSource(
        drawn.saved(
            of,
            far,
            how.equals("saved") ? Optional.empty() : Optional.of(copied ? new MemberId(0) : id),
            switch (how) {
              case "served" -> Salvage.Way.SERVED;
              case "database", "copied" -> Salvage.Way.DATABASE_FILE;
              default -> Salvage.Way.FORCED_COPY;
            },
            log),
        new Revision(far.lastIndex()),
        far.lastIndex(),
        Optional.of(7L).filter(keys -> !copied),
        words.stream().map(Alarm.Kind::valueOf).toList(),
        downgrade,
        Optional.of(authentication),
        Optional.empty(),
        unusable);
  }

  /** Takes a word out with the one behind it; empty where it is not there. */
  private static Optional<String> behind(String word, Deque<String> words) {
    List<String> all = new ArrayList<>(words);
    int at = all.indexOf(word);
    if (at < 0) {
      return Optional.empty();
    }
    List<String> both = all.subList(at, at + 2);
    String value = both.getLast();
    both.clear();
    words.clear();
    words.addAll(all);
    return Optional.of(value);
  }
}
