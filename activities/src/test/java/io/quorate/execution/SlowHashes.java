package io.quorate.execution;

import static io.quorate.observation.PretendedPort.port;
import static io.quorate.observation.PretendedPort.unasked;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.observation.Observer;
import io.quorate.observation.Voters;
import io.quorate.plan.Plan;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.StepResult;
import io.quorate.port.Canary;
import io.quorate.port.ClusterLock;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.DataDirectories;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.PlainContent;
import io.quorate.port.Platform;
import io.quorate.port.Recovered;
import io.quorate.port.Restores;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Takeover;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.port.Workloads;
import io.quorate.record.ObservationMemory;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Step;
import io.quorate.view.AddedIds;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Three voters that take their time to hash, and a store of snapshots that takes it to fetch one,
 * by a clock that nothing else moves.
 */
final class SlowHashes {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.6.16");
  private static final Revision RESTORED = new Revision(50);
  private static final List<MemberName> NAMES =
      List.of(new MemberName("etcd-0"), new MemberName("etcd-1"), new MemberName("etcd-2"));

  final List<Alarm> alarms = new ArrayList<>();
  final List<MemberName> gone = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  final List<SavedSnapshot> kept = new ArrayList<>();
  Optional<ClusterRecords> records = Optional.empty();
  String installation = "here";
  String operation = new LivingAttempt().operation();
  final Heart heart = new Heart();

  /** What becomes of a learner where one is to join a restore on trial. */
  Optional<Trial.Learner> learner =
      Optional.of(new Trial.Joined(Duration.ofSeconds(7), hash(42), hash(42)));

  private final Map<MemberName, MembershipEntry> listed = new TreeMap<>();
  private final Duration each;
  private final AtomicLong now = new AtomicLong();

  /** The platform's own controller. */
  Takeover takeover = Takeover.NOT_NEEDED;

  /** The lock between installations. */
  ClusterLock lock = ClusterLock.NONE;

  /** Pause between two renewals of the note of one change. */
  Duration renewed = Duration.ofMinutes(1);

  /** Runs before a member is removed, and before the permit is used. */
  Runnable beforeRemoval = () -> {};

  /** Runs while a member is removed, before the removal is done. */
  Runnable whileRemoving = () -> {};

  SlowHashes(Duration each) {
    this.each = each;
    NAMES.forEach(name -> listed.put(name, Voters.listing(name)));
  }

  /** The one step of a plan that was made just now. */
  StepResult execute(Step step) {
    return execute(step, Optional.empty());
  }

  /** The same, on a yes that is good for so long. */
  StepResult execute(Step step, Duration goodFor) {
    return execute(step, Optional.of(time().plus(goodFor)));
  }

  void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  Instant time() {
    return Instant.EPOCH.plusNanos(now.get());
  }

  /** The same, as a later change of a plan that may go on for so long. */
  StepResult goOn(Step step, Duration goesOnFor) {
    return execute(step, Optional.empty(), Optional.of(time().plus(goesOnFor)));
  }

  private StepResult execute(Step step, Optional<Instant> beginBefore) {
    return execute(step, beginBefore, Optional.empty());
  }

  private StepResult execute(
      Step step, Optional<Instant> beginBefore, Optional<Instant> goesOnBefore) {
    ClusterPorts ports = ports();
    Observer observer = new Observer(ports, Clock.systemUTC());
    Plan plan =
        new Plan(
            "repair-corrupt-member",
            Map.of(),
            "Repair",
            observer.look(ObservationMemory.NONE),
            List.of(step),
            List.of(),
            "");
    Guarded guarded = new Guarded(ports, observer, now::get, this::time, installation, renewed);
    return StepExecutors.execute(
        guarded,
        new PlannedStep(plan, 0, AddedIds.NONE, beginBefore, goesOnBefore),
        new Beating(operation, heart));
  }

  /** The state of an attempt's heartbeats. */
  static final class Heart {
    /** Whether the last heartbeat was acknowledged. */
    volatile boolean fresh = true;

    volatile boolean over;

    /** How often the attempt was asked whether it is fresh. */
    final AtomicInteger asked = new AtomicInteger();
  }

  private record Beating(String operation, Heart heart) implements Attempt {
    @Override
    public void progress(String sentence) {}

    @Override
    public boolean isFresh() {
      heart.asked.incrementAndGet();
      return heart.fresh;
    }

    @Override
    public boolean isOver() {
      return heart.over;
    }
  }

  private ClusterPorts ports() {
    Map<MemberName, ConfiguredMember> places = new HashMap<>();
    NAMES.forEach(
        name ->
            places.put(
                name,
                new ConfiguredMember(
                    "http://" + name + ":2380",
                    "http://" + name + ":2379",
                    new FailureDomain("a"))));
    return new ClusterPorts(
        new ClusterKey("test"),
        places,
        port(Membership.class, this::membership),
        port(Maintenance.class, this::maintenance),
        port(Storage.class, this::storage),
        unasked(Downgrade.class),
        unasked(Canary.class),
        new Hosts(),
        port(SnapshotStore.class, this::snapshots),
        port(ComparisonResults.class, (call, with) -> Optional.empty()),
        Duration.ZERO,
        records,
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  private Object membership(String call, Object[] with) {
    if (call.equals("remove")) {
      beforeRemoval.run();
      ((Permit) with[2]).use();
      whileRemoving.run();
      calls.add("removed");
      listed.values().removeIf(listing -> listing.id().equals(with[1]));
    }
    return List.copyOf(listed.values());
  }

  private Object maintenance(String call, Object[] with) {
    return switch (call) {
      case "status" -> status((MemberName) with[0]);
      case "alarms" -> List.copyOf(alarms);
      case "peers" ->
          new MemberMetrics(
              Set.of(), false, Optional.empty(), new Quota.NotRead(), Optional.empty(), Map.of());
      case "disarm" -> {
        ((Permit) with[2]).use();
        calls.add("disarmed");
        yield alarms.remove(with[1]);
      }
      default -> throw new AssertionError(call);
    };
  }

  private MemberStatus status(MemberName member) {
    if (gone.contains(member)) {
      throw new Failure.Transient(member + " does not answer: connection refused");
    }
    return Voters.status(member, VERSION);
  }

  private Object storage(String call, Object[] with) {
    now.addAndGet(each.toNanos());
    calls.add("hashed " + with[0]);
    return new HashOfKeys(42, new Revision(1), (Revision) with[1]);
  }

  /** A hash over what was restored. */
  static HashOfKeys hash(int hash) {
    return new HashOfKeys(hash, new Revision(1), RESTORED);
  }

  private Object snapshots(String call, Object[] with) {
    return switch (call) {
      case "list" -> List.copyOf(kept);
      case "fetch" -> {
        now.addAndGet(each.toNanos());
        calls.add("fetched");
        yield new SnapshotStore.LocalSnapshot(Path.of("/fetched"), () -> {});
      }
      case "contentOf" -> Optional.of(content());
      case "clockTrouble" -> Optional.empty();
      case "drilled" -> calls.add(((Drill) with[1]).verified() ? "good" : "bad");
      default -> List.of();
    };
  }

  private static SnapshotContent content() {
    return PlainContent.of(RESTORED.value(), 9, Optional.empty());
  }

  private Object restores(String call, Object[] with) {
    if (call.equals("bring")) {
      return ((DeliveryOrder) with[1]).snapshot();
    }
    if (!call.equals("tryOut")) {
      return kept.isEmpty() ? Optional.of("nothing is restored here") : Optional.empty();
    }
    ((Permit) with[2]).use();
    now.addAndGet(each.toNanos());
    calls.add("tried out");
    long raised = ((TrialOrder) with[1]).bump().orElse(0);
    return new Trial(
        new Recovered(
            Optional.empty(),
            new Revision(RESTORED.value() + raised),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            false),
        each,
        Duration.ZERO,
        raised == 0 ? Optional.empty() : Optional.of(Trial.OldWatch.COMPACTED),
        ((TrialOrder) with[1]).learner() ? learner : Optional.empty());
  }

  /** A snapshot of this cluster that is kept. */
  SavedSnapshot saved() {
    return new SavedSnapshot(
        new ClusterKey("test"),
        "one.db",
        "ab",
        1,
        RESTORED,
        1,
        Voters.status(NAMES.get(0), VERSION).clusterId(),
        VERSION,
        NAMES.get(0),
        Instant.EPOCH,
        Optional.empty());
  }

  /** An id as {@link Voters} gives it. */
  static MemberId id(MemberName name) {
    return Voters.listing(name).id();
  }

  private final class Hosts implements Platform {
    @Override
    public Workloads workloads() {
      return port(
          Workloads.class,
          (call, with) ->
              gone.contains(with[0])
                  ? Workload.held("no process, and it is held")
                  : Workload.running("pid 4711", new Run("4711", "pid 4711")));
    }

    @Override
    public DataDirectories data() {
      return port(
          DataDirectories.class, (call, with) -> DataDirectory.of(DataDirectory.State.PRESENT));
    }

    @Override
    public Installations installations() {
      return port(Installations.class, (call, with) -> Installation.UNKNOWN);
    }

    @Override
    public Takeover takeover() {
      return takeover;
    }

    @Override
    public ClusterLock lock() {
      return lock;
    }

    @Override
    public Restores restores() {
      return port(Restores.class, SlowHashes.this::restores);
    }
  }
}
