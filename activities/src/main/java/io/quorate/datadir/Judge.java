package io.quorate.datadir;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.Damage;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.datadir.wal.SegmentName;
import io.quorate.datadir.wal.TrailingBytes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Table of rules about what etcd would do with the data: the first rule that applies counts
 * (docs/etcd.md#data-directories). The table is stricter than etcd: where etcd would start on less
 * data than the member had, the answer is no.
 */
final class Judge {
  private static final long LARGEST_RECORD_OF_34 = 10L * 1024 * 1024;
  private static final Pattern VERSION = Pattern.compile("3\\.(\\d{1,3})\\.\\d{1,3}");

  private final Layout layout;
  private final RaftLog log;
  private final DatabaseReading database;
  private final DatabaseFacts facts;
  private final StartPoint start;
  private final DataState state;
  private final Expected expected;
  private final Depth depth;
  private final boolean receivedWhole;
  private final boolean restored;

  /** Judges this evidence, all of which was read before. */
  Judge(Evidence evidence) {
    layout = evidence.layout();
    log = evidence.log();
    database = evidence.database();
    facts = evidence.facts();
    start = evidence.start();
    state = evidence.state();
    expected = evidence.expected();
    depth = evidence.depth();
    receivedWhole = evidence.receivedWhole();
    restored = evidence.traces().contains(Trace.RESTORED);
  }

  /** A verdict and why. */
  record Judgement(DataVerdict verdict, String because) {}

  private interface Row {
    Optional<String> applies();
  }

  Judgement judge() {
    return row(DataVerdict.WRONG_IDENTITY, this::wrongIdentity)
        .or(() -> row(DataVerdict.REMOVED, this::removed))
        .or(() -> row(DataVerdict.FOREIGN_DB, this::foreign))
        .or(() -> row(DataVerdict.WAL_DAMAGED, this::logDamaged))
        .or(() -> row(DataVerdict.CUT_SILENTLY, this::cutSilently))
        .or(() -> row(DataVerdict.ZOMBIE, this::zombie))
        .or(() -> row(DataVerdict.DB_DAMAGED, database::damage))
        .or(() -> row(DataVerdict.DB_DAMAGED, this::keysWithoutIndex))
        .or(() -> row(DataVerdict.DB_DAMAGED, this::versionOfNone))
        .or(() -> row(DataVerdict.DESTROYS, this::destroys))
        .or(() -> row(DataVerdict.DB_TOO_OLD, this::tooOld))
        .or(() -> row(DataVerdict.NEEDS_OLDER, this::oldRequests))
        .or(() -> row(DataVerdict.NEEDS_NEWER, this::newerCluster))
        .or(() -> row(DataVerdict.REPLACES_DB, this::replaces))
        .or(() -> row(DataVerdict.REBUILD, this::rebuild))
        .or(() -> row(DataVerdict.OK_REPAIR, this::repair))
        .orElseGet(() -> new Judgement(DataVerdict.OK, "it is whole"));
  }

  private static Optional<Judgement> row(DataVerdict verdict, Row row) {
    return row.applies().map(because -> new Judgement(verdict, because));
  }

  private Optional<String> wrongIdentity() {
    if (log.identity().isEmpty()) {
      return Optional.empty();
    }
    Identity identity = log.identity().get();
    boolean right =
        expected.member().filter(member -> !member.equals(identity.member())).isEmpty()
            && expected.cluster().filter(cluster -> !cluster.equals(identity.cluster())).isEmpty();
    return said(
        !right,
        "it is the data of member %s of cluster %s"
            .formatted(identity.member(), identity.cluster()));
  }

  private Optional<String> removed() {
    Optional<MemberId> own = log.identity().map(Identity::member);
    return said(
        own.filter(state.removed()::contains).isPresent(), "its member was removed, it says");
  }

  private boolean justRestored() {
    return restored && facts.consistentIndex() == start.at().index();
  }

  private Optional<String> foreign() {
    List<MemberId> raft = state.raftMembers();
    boolean strangers =
        !facts.members().isEmpty()
            && !raft.isEmpty()
            && facts.members().stream().noneMatch(member -> raft.contains(member.id()));
    if (strangers && !justRestored()) {
      return Optional.of("the database lists none of the members that the log has");
    }
    if (facts.term().isEmpty() || facts.consistentIndex() == 0 || !expected.tellsTerm()) {
      return Optional.empty();
    }
    long term = facts.term().getAsLong();
    OptionalLong logged = termAt(facts.consistentIndex());
    if (logged.isPresent() && logged.getAsLong() != term) {
      return Optional.of(
          "the database was written in term %s, the log has that entry in term %s"
              .formatted(Long.toUnsignedString(term), Long.toUnsignedString(logged.getAsLong())));
    }
    boolean ahead = Long.compareUnsigned(term, log.state().term()) > 0;
    return said(
        ahead && zombie().isEmpty(),
        "the database is of term %s, which the log does not know"
            .formatted(Long.toUnsignedString(term)));
  }

  private OptionalLong termAt(long index) {
    return index == start.at().index() && index != 0
        ? OptionalLong.of(start.at().term())
        : log.terms().of(index);
  }

  private Optional<String> logDamaged() {
    if (layout.segments().isEmpty()) {
      return Optional.of("there is a raft snapshot, and no log");
    }
    Optional<Damage> damage = log.damage();
    if (damage.isPresent() && (!damage.get().cutByEtcd() || tooLongFor34(damage.get()))) {
      return Optional.of("its log: " + describe(damage.get()));
    }
    if (!log.contradictions().isEmpty()) {
      return Optional.of("its log: " + log.contradictions().getFirst());
    }
    if (log.identity().isEmpty()) {
      return Optional.of("its log does not say whose it is");
    }
    return depth == Depth.FULL ? incomplete() : Optional.empty();
  }

  private boolean tooLongFor34(Damage damage) {
    return expected.minor() <= 4 && damage.claimed() >= LARGEST_RECORD_OF_34;
  }

  private Optional<String> incomplete() {
    List<SegmentName> segments = layout.segments();
    for (int k = 1; k < segments.size(); k++) {
      if (segments.get(k).sequence() != segments.get(k - 1).sequence() + 1) {
        return Optional.of("a segment before %s is missing".formatted(segments.get(k).name()));
      }
    }
    if (log.marks().isEmpty()) {
      return Optional.of("its log has no mark of a raft snapshot");
    }
    long from = start.at().index();
    if (Long.compareUnsigned(segments.getFirst().index(), from) > 0) {
      return Optional.of(
          "its log begins at %s, its raft snapshot is of %s"
              .formatted(Long.toUnsignedString(segments.getFirst().index()), start.at()));
    }
    if (!log.marked(start.at())) {
      return Optional.of("its log has no mark of " + start.at());
    }
    long last = log.last().index();
    if (Long.compareUnsigned(last, from) > 0 && !log.holds(from + 1)) {
      return Optional.of("entry %s is missing".formatted(Long.toUnsignedString(from + 1)));
    }
    long commit = log.state().commit();
    return said(
        log.damage().isEmpty() && Long.compareUnsigned(commit, end()) > 0,
        "%s entries were committed, its log ends with %s"
            .formatted(Long.toUnsignedString(commit), Long.toUnsignedString(end())));
  }

  private long end() {
    Position last = log.last();
    return Long.compareUnsigned(last.index(), start.at().index()) >= 0
        ? last.index()
        : start.at().index();
  }

  private Optional<String> cutSilently() {
    if (log.damage().isPresent() && !log.damage().get().isUnfinishedSave()) {
      return Optional.of("etcd would throw away the end: " + describe(log.damage().get()));
    }
    HardState hard = log.state();
    if (log.damage().isPresent() && Long.compareUnsigned(hard.commit(), end()) > 0) {
      return Optional.of("committed entries are missing at its end");
    }
    return said(log.full(), "its last segment is full, so there was another one");
  }

  private Optional<String> zombie() {
    Optional<Position> later =
        layout.snapshots().stream()
            .filter(snapshot -> Long.compareUnsigned(snapshot.index(), end()) > 0)
            .filter(snapshot -> !layout.received().contains(snapshot.index()))
            .findFirst();
    if (later.isPresent()) {
      return Optional.of(
          "it has a raft snapshot of %s, the log ends with %s"
              .formatted(later.get(), Long.toUnsignedString(end())));
    }
    return said(
        Long.compareUnsigned(facts.consistentIndex(), end()) > 0,
        "the database is at index %s, the log ends with %s: what is acknowledged would never be"
                .formatted(
                    Long.toUnsignedString(facts.consistentIndex()), Long.toUnsignedString(end()))
            + " applied");
  }

  private Optional<String> keysWithoutIndex() {
    return said(
        database.facts().isPresent() && facts.consistentIndex() == 0 && facts.revision() > 1,
        "the database has keys, and does not say up to which entry");
  }

  private Optional<String> destroys() {
    return said(
        layout.databaseBytes().isEmpty() && receivedForStart(),
        "etcd would delete its only database, %s"
            .formatted(Layout.receivedName(start.at().index())));
  }

  private Optional<String> tooOld() {
    return said(
            behindStart() && !receivedForStart(),
            "the database is at index %s, the log begins after %s"
                .formatted(
                    Long.toUnsignedString(facts.consistentIndex()),
                    Long.toUnsignedString(start.at().index())))
        .or(this::withoutWhatWasRestored);
  }

  /**
   * Says that the log goes on from a restored snapshot whose content the database lacks. etcd would
   * apply the log to this database without complaint.
   */
  private Optional<String> withoutWhatWasRestored() {
    OptionalLong from = Trace.restoredAt(log);
    return said(
        from.isPresent()
            && Long.compareUnsigned(facts.consistentIndex(), from.getAsLong()) < 0
            && Long.compareUnsigned(start.at().index(), from.getAsLong()) < 0,
        "its log goes on from a snapshot that was restored, and its database does not have the"
            + " content of it");
  }

  /** Finding about a request of the v2 interface after the raft snapshot from which etcd starts. */
  private Optional<String> oldRequests() {
    return log.oldRequests().stream()
        .filter(old -> Long.compareUnsigned(old.at().index(), start.at().index()) > 0)
        .filter(old -> !expected.understands(old.request()))
        .findFirst()
        .map(
            old ->
                "etcd 3.%d panics on entry %s, which an older release wrote through the v2 interface"
                        .formatted(expected.minor(), Long.toUnsignedString(old.at().index()))
                    + " after the newest raft snapshot: start the release it ran before, and let"
                    + " it take one");
  }

  /** A cluster version that cannot be parsed: etcd panics on it. */
  private Optional<String> versionOfNone() {
    return facts
        .clusterVersion()
        .filter(said -> expected.believesVersion() && minor(said).isEmpty())
        .map(said -> "the version of its cluster is none");
  }

  /**
   * Finding about a cluster version above the minor of the etcd that would be started. Etcd refuses
   * such a start, unless a downgrade to its own minor is enabled (etcd's {@code
   * MustDetectDowngrade}).
   */
  private Optional<String> newerCluster() {
    boolean downgraded =
        facts.downgradeTarget().flatMap(Judge::minor).filter(this::isOwn).isPresent();
    return facts
        .clusterVersion()
        .filter(said -> minor(said).filter(line -> line > expected.minor()).isPresent())
        .filter(newer -> !downgraded && (expected.believesVersion() || isRestoredFromNewer(newer)))
        .map(this::tooNew);
  }

  /**
   * Whether it was restored from what 3.6 or later wrote, and never ran. Up to 3.5 etcd looks for
   * the version in the old store, which a restore leaves empty: 3.4 crashes on such data, 3.5
   * starts (docs/etcd.md#snapshots). 3.4 starts on data of 3.5, and may have that version itself.
   */
  private boolean isRestoredFromNewer(String version) {
    return justRestored() && minor(version).filter(line -> line >= 6).isPresent();
  }

  private String tooNew(String version) {
    return "its cluster is of version %s, and etcd 3.%d %s: %s"
        .formatted(
            version,
            expected.minor(),
            expected.believesVersion()
                ? "does not start in it"
                : "crashes on it or does not understand all of it",
            justRestored()
                ? "restore it for that release, or take a snapshot of this one"
                : "put back the release it ran before");
  }

  private boolean isOwn(int minor) {
    return minor == expected.minor();
  }

  private static Optional<Integer> minor(String version) {
    Matcher parts = VERSION.matcher(version);
    return parts.matches() ? Optional.of(Integer.valueOf(parts.group(1))) : Optional.empty();
  }

  private Optional<String> replaces() {
    if (!behindStart() || layout.databaseBytes().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of("a received snapshot takes the place of its database when it starts");
  }

  private boolean behindStart() {
    return Long.compareUnsigned(facts.consistentIndex(), start.at().index()) < 0;
  }

  private boolean receivedForStart() {
    return receivedWhole && layout.received().contains(start.at().index());
  }

  private Optional<String> rebuild() {
    return said(
        !layout.hasDatabase() && start.at().index() == 0,
        "there is no database; all is applied again from its log");
  }

  private Optional<String> repair() {
    return log.damage().map(damage -> "a write at its end was cut off: " + describe(damage));
  }

  private static String describe(Damage damage) {
    return "%s at byte %d of %s%s"
        .formatted(
            damage.sentence(),
            damage.position(),
            damage.segment(),
            damage.behind().filter(behind -> !behind.nothing()).map(Judge::describe).orElse(""));
  }

  private static String describe(TrailingBytes behind) {
    return behind.records() == 0
        ? ", and too much behind it that looks like records to try all of it"
        : ", and %d records behind it".formatted(behind.records());
  }

  private static Optional<String> said(boolean applies, String sentence) {
    return applies ? Optional.of(sentence) : Optional.empty();
  }
}
