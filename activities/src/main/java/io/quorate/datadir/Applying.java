package io.quorate.datadir;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.Request;
import io.quorate.datadir.raft.SnapshotFile;
import io.quorate.datadir.wal.LoggedRequest;
import io.quorate.datadir.wal.RaftLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Applies to the database what the log has beyond it, as etcd will when it starts: everything that
 * the member knows to be committed.
 */
final class Applying {
  private final long applied;
  private final long known;
  private final RaftLog log;
  private final StartPoint start;
  private final List<Alarm> alarms;
  private boolean authentication;
  private Optional<String> clusterVersion;
  private Optional<String> downgradeTarget;
  private long compacted;
  private long certain;
  private long possible;

  private Applying(DatabaseFacts database, RaftLog log, StartPoint start, long known) {
    this.applied = database.consistentIndex();
    this.known = known;
    this.log = log;
    this.start = start;
    this.alarms = new ArrayList<>(database.alarms());
    this.authentication = database.authentication();
    this.clusterVersion = database.clusterVersion();
    this.downgradeTarget = database.downgradeTarget();
    this.compacted = database.finishedCompaction();
  }

  static DataState apply(
      DatabaseFacts database, RaftLog log, StartPoint start, Expected expected, long known) {
    var applying = new Applying(database, log, start, known);
    applying.requests();
    Membership members =
        expected.trustsOldStore() ? applying.byOldStore(database) : applying.byDatabase(database);
    return new DataState(
        members.members(),
        members.removed(),
        applying.byRaft().ids(),
        applying.alarms,
        applying.authentication,
        applying.clusterVersion,
        database.storageVersion(),
        applying.downgradeTarget,
        database.revision() + applying.certain,
        database.revision() + applying.certain + applying.possible,
        applying.compacted);
  }

  private void requests() {
    for (LoggedRequest logged : log.requests()) {
      if (after(logged.at().index(), applied)) {
        apply(logged.request());
      }
    }
  }

  private boolean after(long index, long from) {
    return Long.compareUnsigned(index, from) > 0 && Long.compareUnsigned(index, known) <= 0;
  }

  private void apply(Request request) {
    switch (request) {
      case Request.KeyWrite write -> {
        if (write.verb() == Request.Verb.PUT) {
          certain++;
        } else {
          possible++;
        }
      }
      case Request.AlarmChanged change -> alarm(change);
      case Request.AuthSwitched authSwitched -> authentication = authSwitched.on();
      case Request.ClusterVersionSet set -> clusterVersion = Optional.of(set.version());
      case Request.DowngradeSet set ->
          downgradeTarget = set.enabled() ? Optional.of(set.target()) : Optional.empty();
      case Request.Compaction compaction -> compacted = Math.max(compacted, compaction.revision());
      case Request.AttributesPublished attributes -> {}
      case Request.Version2 old -> apply(old.meaning());
      case Request.Nothing nothing -> {}
      case Request.Other other -> {}
    }
  }

  private void alarm(Request.AlarmChanged change) {
    if (change.kind().isEmpty()) {
      return;
    }
    Optional<MemberId> member =
        change.member().value() == 0 ? Optional.empty() : Optional.of(change.member());
    var alarm = new Alarm(change.kind().get(), member);
    if (!change.raised()) {
      alarms.remove(alarm);
    } else if (!alarms.contains(alarm)) {
      alarms.add(alarm);
    }
  }

  private Membership byDatabase(DatabaseFacts database) {
    return applied(new Membership(database.members(), database.removed()), applied);
  }

  /** Up to 3.5 the old store of the raft snapshot is the truth; without one it begins empty. */
  private Membership byOldStore(DatabaseFacts database) {
    Optional<SnapshotFile> file = start.file();
    boolean fromBeginning = start.at().index() == 0 && log.first() == 1;
    if (file.filter(snapshot -> !snapshot.members().isEmpty()).isEmpty() && !fromBeginning) {
      return byDatabase(database);
    }
    var members =
        new Membership(
            file.map(SnapshotFile::members).orElse(List.of()),
            file.map(SnapshotFile::removed).orElse(List.of()));
    applied(members, start.at().index());
    database.members().forEach(members::name);
    return members;
  }

  private Membership byRaft() {
    return changed(Membership.of(start.confState()), start.at().index());
  }

  private Membership applied(Membership members, long from) {
    changed(members, from);
    for (LoggedRequest logged : log.requests()) {
      if (after(logged.at().index(), from)
          && logged.meaning() instanceof Request.AttributesPublished attributes) {
        members.apply(attributes);
      }
    }
    return members;
  }

  private Membership changed(Membership members, long from) {
    for (MembershipChange change : log.changes()) {
      if (after(change.at().index(), from)) {
        members.apply(change);
      }
    }
    return members;
  }
}
