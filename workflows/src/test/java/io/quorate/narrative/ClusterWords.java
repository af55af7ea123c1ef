package io.quorate.narrative;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Destination;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Silence;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.data.KeptDirectory;
import io.quorate.data.UncertainTail;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnCluster.EarlierComparison;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.UndoFacts;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.workload.Arrival;
import io.quorate.workload.Grace;
import io.quorate.workload.Hang;
import io.quorate.workload.MissingRights;
import io.quorate.workload.Run;
import io.quorate.workload.Supervision;
import io.quorate.workload.Trap;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import io.quorate.workload.WorkloadForm;
import io.quorate.workload.WorkloadForm.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a cluster drawn in words: {@code cluster main: etcd-0 voter leader, etcd-1 gone}, and
 * {@code with ...} for what is not a member's. What is not said is as in a healthy cluster.
 */
final class ClusterWords {
  private ClusterWords() {}

  static DrawnCluster read(String line) {
    int colon = line.indexOf(':');
    DrawnCluster drawn = new DrawnCluster();
    drawn.key = new ClusterKey(line.substring("cluster".length(), colon).strip());
    for (String clause : line.substring(colon + 1).split(",")) {
      drawn.members.add(member(words(clause)));
    }
    return drawn;
  }

  static void with(DrawnCluster drawn, String line) {
    for (String clause : line.substring("with".length()).split(",")) {
      Deque<String> words = words(clause);
      String word = words.pop();
      switch (word) {
        case "alarm" -> drawn.alarms.add(alarm(words));
        case "releases" -> words.forEach(one -> drawn.releases.add(EtcdVersion.parse(one)));
        case "list" ->
            drawn.source = MembershipSource.valueOf(words.pop().toUpperCase(Locale.ROOT));
        case "settled" -> drawn.settledFor = duration(words.pop());
        case "snapshot" -> drawn.snapshotAge = snapshot(words.pop());
        case "tried" ->
            drawn.record =
                drawn.record.map(
                    known -> known.tried(new MemberName(words.pop()), DrawnCluster.NOW));
        case "in-vain" ->
            drawn.record =
                drawn.record.map(
                    known -> known.startedInVain(new MemberName(words.pop()), DrawnCluster.NOW));
        case "record" -> drawn.record = Optional.of(RecordWords.read(drawn, words));
        case "drill" -> drawn.protection = drilled(drawn, words);
        case "backup-every" ->
            under(drawn, new BackupPolicy(Optional.of(duration(words.pop())), Optional.empty()));
        case "drill-within" ->
            under(
                drawn,
                new BackupPolicy(drawn.protection.every(), Optional.of(duration(words.pop()))));
        case "snapshots" ->
            drawn.protection =
                Protection.unread(String.join(" ", words), drawn.protection.policy());
        case "emptied" -> {
          drawn.protection = drawn.protection.lost(drawn.view().lastSnapshot());
          drawn.snapshotAge = Optional.empty();
        }
        case "clock" ->
            drawn.protection = drawn.protection.clockOff(Optional.of(String.join(" ", words)));
        case "source" -> drawn.sources.add(SourceWords.read(drawn, words));
        case "kept", "own", "uncounted", "unseen" ->
            drawn.aftermath = Optional.of(aftermath(drawn, word, words));
        case "controller" -> drawn.control = Optional.of(control(words));
        case "arrival" -> drawn.arrival = Optional.of(arrival(words));
        case "fixed-places" ->
            drawn.control =
                drawn.control.map(
                    seen ->
                        new WorkloadControl(
                            seen.controller(),
                            seen.holder(),
                            seen.evidence(),
                            Optional.of("its podManagementPolicy is OrderedReady."),
                            Optional.empty()));
        case "manifest" ->
            drawn.control =
                drawn.control.map(
                    seen ->
                        new WorkloadControl(
                            seen.controller(),
                            seen.holder(),
                            seen.evidence(),
                            Optional.empty(),
                            Optional.of(
                                "helm applies a manifest with replicas: " + words.pop() + ".")));
        case "obstacle" ->
            drawn.control =
                drawn.control.map(seen -> seen.hindered(Optional.of(String.join(" ", words))));
        case "lacking" -> drawn.control = drawn.control.map(seen -> seen.lacking(lacking(words)));
        case "form" -> drawn.control = drawn.control.map(seen -> seen.formed(form(words)));
        case "compared" -> drawn.compared = true;
        case "compared-earlier" -> drawn.comparedEarlier = Optional.of(earlier(words));
        case "look-again" -> drawn.lookAgain = duration(words.pop());
        default -> throw new IllegalArgumentException("a cluster is not drawn with " + word);
      }
    }
  }

  /**
   * {@code platform StatefulSet etcd}: who holds the workloads, and what the controller is called.
   */
  private static WorkloadControl control(Deque<String> words) {
    Holder holder = Holder.valueOf(words.pop().toUpperCase(Locale.ROOT));
    return new WorkloadControl(String.join(" ", words), holder, "its template says so");
  }

  /**
   * {@code always delete pods}, or {@code perhaps create pods}: the rights that the platform does
   * not give to Quorate, and whether all runbooks need them.
   */
  private static List<MissingRights> lacking(Deque<String> words) {
    return List.of(
        new MissingRights(
            List.of(),
            MissingRights.Need.valueOf(words.pop().toUpperCase(Locale.ROOT)),
            "Quorate has no right to %s.".formatted(String.join(" ", words)),
            List.of("Grant the right.")));
  }

  /**
   * {@code unfit}, {@code between} or {@code fitted}; {@code unfit harmless} where members can be
   * held all the same, {@code unfit stays Why.} where it cannot be changed now, {@code unfit 7f}
   * for other objects.
   */
  private static Optional<WorkloadForm> form(Deque<String> words) {
    Stage stage = Stage.valueOf(words.pop().toUpperCase(Locale.ROOT));
    String word = words.isEmpty() ? "" : words.pop();
    return Optional.of(
        new WorkloadForm(
            stage,
            word.matches("\\p{XDigit}+") ? word : "5e",
            "StatefulSet etcd is OrderedReady: while one member is held, none after it is created.",
            !word.equals("harmless"),
            "Create StatefulSet etcd again, as Parallel, around its running pods",
            "Create StatefulSet etcd again as it was, around its running pods",
            word.equals("stays") ? Optional.of(String.join(" ", words)) : Optional.empty(),
            List.of("While StatefulSet etcd is away, nobody creates a pod.")));
  }

  /**
   * {@code etcd-1 node n2 follows}, {@code leaves pv-1 The volume ...}, {@code closed Node ...} or
   * {@code unseen why}; a zone as {@code zone b on n2}, with the chosen node. A note follows after
   * {@code note}.
   */
  private static Arrival arrival(Deque<String> words) {
    MemberName member = new MemberName(words.pop());
    Destination to =
        words.pop().equals("node") ? Destination.node(words.pop()) : Destination.zone(words.pop());
    Optional<FailureDomain> zone =
        to.kind() == Destination.Kind.ZONE
            ? Optional.of(new FailureDomain(to.name()))
            : Optional.empty();
    String way = words.pop();
    if (way.equals("in")) {
      zone = Optional.of(new FailureDomain(words.pop()));
      way = words.pop();
    }
    Optional<String> node = Optional.empty();
    if (way.equals("on")) {
      node = Optional.of(words.pop());
      way = words.pop();
    }
    String volume = way.equals("leaves") ? words.pop() : "";
    String[] rest = String.join(" ", words).split(" ?note ", 2);
    return new Arrival(
        new Journey(member, to),
        switch (way) {
          case "follows" -> new Arrival.Follows();
          case "leaves" -> new Arrival.Leaves(volume, rest[0]);
          case "closed" -> new Arrival.Closed(rest[0], List.of("kubectl get nodes"));
          case "unseen" -> new Arrival.Unseen(rest[0]);
          default -> throw new IllegalArgumentException("no way is " + way);
        },
        zone,
        rest.length > 1 ? List.of(rest[1]) : List.of(),
        node);
  }

  private static void under(DrawnCluster drawn, BackupPolicy policy) {
    drawn.protection = Protection.of(drawn.protection.lastDrill().stream().toList(), policy);
  }

  /** {@code 72h}, and {@code bad} where the last snapshot is not what was saved: how long ago. */
  private static Protection drilled(DrawnCluster drawn, Deque<String> words) {
    Instant at = drawn.now.minus(duration(words.pop()));
    Optional<SnapshotFlaw> mismatch =
        Optional.ofNullable(words.poll())
            .map(bad -> SnapshotFlaw.ofTrial("restored it has 6 keys, and its source had 7"));
    Drill drill =
        new Drill(
            "main.db",
            at,
            Duration.ofSeconds(41),
            Duration.ofSeconds(38),
            mismatch,
            mismatch.isEmpty() ? Optional.of(Duration.ofSeconds(8)) : Optional.empty());
    return Protection.of(List.of(drill), drawn.protection.policy());
  }

  /**
   * {@code kept etcd-0 payments.1}, then {@code of MEMBER CLUSTER}, {@code unread}, {@code damaged}
   * or {@code reaching 2/90}; {@code own 2}; why that was not counted; which host nobody could look
   * at.
   */
  private static UndoFacts aftermath(DrawnCluster drawn, String word, Deque<String> words) {
    UndoFacts so = drawn.aftermath.orElse(UndoFacts.NONE);
    return switch (word) {
      case "kept" -> {
        List<KeptDirectory> kept = new ArrayList<>(so.kept());
        kept.add(kept(words));
        yield new UndoFacts(kept, so.unseen(), so.own(), so.uncounted());
      }
      case "own" ->
          new UndoFacts(
              so.kept(), so.unseen(), Optional.of(Long.valueOf(words.pop())), so.uncounted());
      case "uncounted" ->
          new UndoFacts(so.kept(), so.unseen(), so.own(), Optional.of(String.join(" ", words)));
      default ->
          new UndoFacts(so.kept(), List.of(String.join(" ", words)), so.own(), so.uncounted());
    };
  }

  private static KeptDirectory kept(Deque<String> words) {
    MemberName member = new MemberName(words.pop());
    String operation = words.pop();
    DataOwner owner = new DataOwner(new DrawnMember(member.value()).id, DrawnMember.HERE);
    Optional<DataOwner> seen = Optional.of(owner);
    Optional<DataFinding> damage = Optional.empty();
    Optional<DataPosition> far = Optional.empty();
    switch (words.isEmpty() ? "" : words.pop()) {
      case "of" ->
          seen =
              Optional.of(new DataOwner(MemberId.parse(words.pop()), ClusterId.parse(words.pop())));
      case "unread" -> seen = Optional.empty();
      case "damaged" ->
          damage =
              Optional.of(
                  new DataFinding(
                      DataVerdict.DB_DAMAGED, "the database has a page that is no page"));
      case "reaching" -> far = Optional.of(position(words.pop()));
      default -> {}
    }
    return new KeptDirectory(member, operation, owner.member(), seen, damage, far);
  }

  /** {@code 3h}, equal; {@code 3h odd etcd-1}; {@code 3h unequal}. */
  private static EarlierComparison earlier(Deque<String> words) {
    Duration age = duration(words.pop());
    if (words.isEmpty()) {
      return new EarlierComparison(age, Optional.empty(), Optional.empty());
    }
    return switch (words.pop()) {
      case "odd" ->
          new EarlierComparison(
              age,
              Optional.of(words.peek() + " has other data than the others"),
              Optional.of(new MemberName(words.pop())));
      case "unequal" ->
          new EarlierComparison(
              age, Optional.of("The voters hold different data"), Optional.empty());
      default -> throw new IllegalArgumentException("no result of a comparison: " + words);
    };
  }

  private static DrawnMember member(Deque<String> words) {
    DrawnMember member = new DrawnMember(words.pop());
    while (!words.isEmpty()) {
      String word = words.pop();
      if (!standing(member, word, words)
          && !trouble(member, word, words)
          && !versions(member, word, words)
          && !files(member, word, words)) {
        throw new IllegalArgumentException("no member is " + word + " (" + member.name + ")");
      }
    }
    return member;
  }

  /** What it is in the membership and in the quorum. */
  private static boolean standing(DrawnMember member, String word, Deque<String> words) {
    switch (word) {
      case "voter" -> member.status = VotingStatus.VOTER;
      case "learner" -> member.status = VotingStatus.LEARNER;
      case "unlisted" -> member.status = VotingStatus.UNLISTED;
      case "unconfigured" -> member.configured = false;
      case "supervised" ->
          member.supervision =
              Optional.of(
                  Supervision.valueOf(words.pop().replace('-', '_').toUpperCase(Locale.ROOT)));
      case "ended-by-kubelet-after" ->
          member.workload =
              member.workload.ending(new Grace(duration(words.pop()), Grace.By.KUBELET));
      case "trapped" ->
          member.trap =
              Optional.of(
                  words.pop().equals("stop")
                      ? new Trap(Trap.Kind.STOP, "its preStop hook removes the member")
                      : new Trap(Trap.Kind.REMOVAL, "its entry point adds the member again"));
      case "ordinal" -> member.ordinal = Optional.of(Integer.valueOf(words.pop()));
      case "leader" -> member.leads = true;
      case "id" -> member.id = MemberId.parse(words.pop());
      case "seen-in" -> member.seenZone = Optional.of(new FailureDomain(words.pop()));
      case "volume" -> member.seenVolume = Optional.of(words.pop());
      case "on-machine" -> member.machine = Optional.of(words.pop());
      case "booted" -> member.up = Optional.of(duration(words.pop()));
      case "probed" ->
          member.probe =
              Optional.of(
                  "its livenessProbe asks for /readyz, in line 38 of"
                      + " /etc/kubernetes/manifests/etcd.yaml");
      case "ahead" -> member.ahead = Optional.of(duration(words.pop()));
      case "at" -> member.peerUrl = words.pop();
      case "also-at" -> member.morePeerUrls.add(words.pop());
      case "nobody-at-its-url" -> member.nobodyAtItsUrl = Optional.of("connection refused");
      case "site" -> member.site = Optional.of(new FailureDomain(words.pop()));
      case "zone" -> member.zone = new FailureDomain(words.pop());
      case "on" -> member.version = EtcdVersion.parse(words.pop());
      case "term" -> member.term = Long.parseLong(words.pop());
      case "follows" -> member.follows = Optional.of(MemberId.parse(words.pop()));
      case "follows-nobody" -> member.followsNobody = true;
      case "answers-as" -> member.answersAs = Optional.of(MemberId.parse(words.pop()));
      case "of-cluster" -> member.cluster = ClusterId.parse(words.pop());
      case "reports" -> member.alarms.add(Alarm.Kind.valueOf(words.pop()));
      default -> {
        if (!word.startsWith("@")) {
          return false;
        }
        member.index = Long.parseLong(word.substring(1));
      }
    }
    return true;
  }

  /** What it tells of versions, and what it is started from. */
  private static boolean versions(DrawnMember member, String word, Deque<String> words) {
    switch (word) {
      case "cluster-version" -> member.clusterVersion = Optional.of(words.pop());
      case "storage-version" -> member.storageVersion = Optional.of(words.pop());
      case "downgrade-to" -> member.downgradeTo = Optional.of(words.pop());
      case "binary" -> member.binary = Optional.of(EtcdVersion.parse(words.pop()));
      case "raft-snapshot" -> member.raftSnapshot = Optional.of(Long.valueOf(words.pop()));
      case "advertises" ->
          member.settings.merge(
              "ETCD_INITIAL_ADVERTISE_PEER_URLS", words.pop(), (some, more) -> some + "," + more);
      case "settings-unreadable" -> member.unreadable = true;
      case "cannot-use" ->
          member.problems.put(EtcdVersion.parse(words.pop()), words.pop().replace('_', ' '));
      case "set" -> {
        String[] pair = words.pop().split("=", 2);
        member.settings.put(pair[0], pair[1]);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What is the matter with it. */
  private static boolean trouble(DrawnMember member, String word, Deque<String> words) {
    switch (word) {
      case "next" -> member.next();
      case "came" -> member.came();
      case "same-urls" -> member.sameUrls();
      case "took-over" -> member.tookOver(MemberId.parse(words.pop()));
      case "gone" -> member.gone();
      case "stopped" -> member.stopped();
      case "silent" -> member.silent();
      case "certificate" -> member.shutOut(words.pop());
      case "unstarted" -> member.unstarted();
      case "unnamed" -> member.started = false;
      case "looping" -> member.looping();
      case "unstartable" -> member.unstartable();
      case "unjoinable" ->
          member.joinObstacle =
              Optional.of(
                  "its template makes ETCD_INITIAL_CLUSTER of variables; write a literal value");
      case "unreached" -> member.unreached();
      case "hung" -> member.hung(Hang.Kind.valueOf(words.pop().toUpperCase(Locale.ROOT)));
      case "from-memory" -> member.answers = true;
      case "moved" -> member.hangs(new Hang(Hang.Kind.STOPPED, "is stopped by a signal", "78.46."));
      case "asked-to-end" -> member.askedToEnd(duration(words.pop()));
      case "since" -> member.silentFor = duration(words.pop());
      case "restarted" ->
          member.workload = Workload.running("pid 4712 runs", new Run("4712.7", "pid 4712"));
      case "heard" -> member.heard = true;
      case "peers-unread" -> member.peersRead = false;
      case "page-damaged" -> {
        member.stopped();
        readWhole(
            member,
            Optional.of(
                new DataFinding(DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree")));
      }
      case "whole" -> {
        member.stopped();
        readWhole(member, Optional.empty());
      }
      case "damaged" -> {
        member.stopped();
        member.data =
            new DataDirectory(
                DataDirectory.State.PRESENT,
                Optional.of(new DataFinding(DataVerdict.REPORTED, "tocommit(12) is out of range")),
                Optional.empty());
      }
      case "disk-full" -> {
        member.stopped();
        member.workload =
            Workload.stopped("pid 4711 is gone")
                .complaining(Optional.of("write wal: no space left on device"));
      }
      case "data" ->
          member.data =
              DataDirectory.of(DataDirectory.State.valueOf(words.pop().toUpperCase(Locale.ROOT)));
      case "unmounted" -> {
        member.stopped();
        member.unmounted();
      }
      case "mounted-no-more" -> member.unmounted();
      case "data-of" ->
          member.data =
              member.data.ownedBy(
                  new DataOwner(
                      MemberId.parse(words.pop()),
                      words.isEmpty() ? DrawnMember.HERE : ClusterId.parse(words.pop())));
      case "process" -> member.workload(state(words.pop()));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** All of its data was read a minute ago. */
  private static void readWhole(DrawnMember member, Optional<DataFinding> damage) {
    member.data =
        member
            .data
            .holding(new DataFiles(1L << 30, 1L << 29, Optional.of("3.6:0a"), Optional.empty()))
            .readWhole(DrawnCluster.NOW.minus(Duration.ofMinutes(1)), damage);
  }

  /** What is in its database and on its disk. */
  private static boolean files(DrawnMember member, String word, Deque<String> words) {
    switch (word) {
      case "db" -> member.dbSize = Long.parseLong(words.pop()) << 20;
      case "used" -> member.dbSizeInUse = Long.parseLong(words.pop()) << 20;
      case "room-unknown" -> member.roomUnknown = true;
      case "quota" -> quota(member, words.pop());
      case "upkeep" ->
          member.upkeep =
              Optional.of(
                  new MaintenanceCounters(
                      Long.parseLong(words.pop()), Long.parseLong(words.pop())));
      case "hash" -> member.hash = Integer.parseInt(words.pop());
      case "hash-before" -> member.hashBefore = Optional.of(Integer.valueOf(words.pop()));
      case "compacted" -> member.compactedAt = Long.parseLong(words.pop());
      case "unhashed" -> {
        member.hashes = false;
        member.silence = new Silence.TimedOut("deadline exceeded");
      }
      case "free" ->
          member.data =
              new DataDirectory(
                  member.data.state(),
                  member.data.damage(),
                  Optional.of(Long.parseLong(words.pop()) << 20));
      case "empty-since" ->
          member.data =
              DataDirectory.of(DataDirectory.State.EMPTY).emptySince(Instant.parse(words.pop()));
      case "wal" ->
          member.data =
              member.data.loggingTo(
                  new WalDirectory(words.pop(), Optional.empty(), Optional.empty()));
      case "wal-mount" -> member.walMount(words.pop());
      case "without-log" -> {
        long known = Long.parseLong(words.pop());
        member.data =
            DataDirectory.of(DataDirectory.State.PARTIAL)
                .reaching(
                    new DataPosition(
                        0,
                        0,
                        known,
                        known,
                        known,
                        List.of(member.listing()),
                        Optional.empty(),
                        Optional.empty()));
      }
      case "reaching" -> member.data = member.data.reaching(position(words.pop()));
      case "parts-at" -> member.data = member.data.partingAt(Long.parseLong(words.pop()));
      case "known" -> member.data = member.data.reaching(known(member, words.pop()));
      case "writing" -> member.data = member.data.reaching(inDoubt(member, words.pop()));
      case "restored" ->
          member.data =
              new DataDirectory(
                  member.data.state(),
                  member.data.damage(),
                  member.data.freeBytes(),
                  member.data.movedHere(),
                  Optional.of("0000000000000001-0000000000000003.snap"),
                  member.data.owner());
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The same data, whose member knew less of it to be committed. */
  private static DataPosition known(DrawnMember member, String index) {
    DataPosition far = member.data.position().orElseThrow();
    long known = Long.parseLong(index);
    return new DataPosition(
        far.lastTerm(),
        far.lastIndex(),
        known,
        known,
        far.highestRevision(),
        far.members(),
        far.tail(),
        far.print());
  }

  /** The same data, whose last entries write these keys and were not known to be committed. */
  private static DataPosition inDoubt(DrawnMember member, String keys) {
    DataPosition far = member.data.position().orElseThrow();
    List<String> all = List.of(keys.split("\\+"));
    return new DataPosition(
        far.lastTerm(),
        far.lastIndex(),
        far.lastIndex() - all.size(),
        far.lowestRevision() - all.size(),
        far.highestRevision(),
        far.members(),
        Optional.of(
            new UncertainTail(
                all.size(),
                all.size(),
                all,
                Math.max(0, all.size() - UncertainTail.MOST_KEYS),
                false)),
        Optional.empty());
  }

  /** {@code TERM/INDEX}; the revision is the index, and all of it is known to be committed. */
  static DataPosition position(String word) {
    String[] parts = word.split("/");
    long index = Long.parseLong(parts[1]);
    return new DataPosition(
        Long.parseLong(parts[0]),
        index,
        index,
        index,
        index,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** In MiB, or {@code none} where there is no limit, or {@code unread}. */
  private static void quota(DrawnMember member, String word) {
    switch (word) {
      case "none" -> member.quotaBytes = -1;
      case "unread" -> member.quotaUnread = true;
      default -> member.quotaBytes = Long.parseLong(word) << 20;
    }
  }

  private static Alarm alarm(Deque<String> words) {
    Alarm.Kind kind = Alarm.Kind.valueOf(words.pop());
    return new Alarm(kind, Optional.ofNullable(words.poll()).map(MemberId::parse));
  }

  private static Optional<Duration> snapshot(String word) {
    return word.equals("none") ? Optional.empty() : Optional.of(duration(word));
  }

  static Duration duration(String word) {
    return Duration.parse("PT" + word.toUpperCase(Locale.ROOT));
  }

  private static Deque<String> words(String clause) {
    return new ArrayDeque<>(Arrays.asList(clause.strip().split("\\s+")));
  }

  private static Workload.State state(String word) {
    return switch (word) {
      case "running" -> Workload.Running.EXPECTED;
      case "unknown" -> Workload.Uncertain.AMBIGUOUS;
      case "restarting" -> Workload.Uncertain.RESTARTING;
      default -> Workload.Gone.valueOf(word.toUpperCase(Locale.ROOT));
    };
  }
}
