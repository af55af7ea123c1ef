package io.quorate.drawing;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Silence;
import io.quorate.cluster.StorageStatus;
import io.quorate.cluster.TlsFailure;
import io.quorate.cluster.TlsFailure.Certificate;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Hang;
import io.quorate.workload.Installation;
import io.quorate.workload.NextStart;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Run;
import io.quorate.workload.Supervision;
import io.quorate.workload.Trap;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One member of a {@link DrawnCluster}, before anybody looked at it. A new one is a voter that runs
 * and answers; each change is a fact that an adapter could bring.
 */
public final class DrawnMember {
  /** The cluster id of everybody, unless a member is drawn with another one. */
  public static final ClusterId HERE = ClusterId.parse("c1");

  private static final EtcdVersion TELLING = EtcdVersion.parse("3.6.0");

  public final MemberName name;
  public VotingStatus status = VotingStatus.VOTER;
  public boolean configured = true;
  public MemberId id;
  public String peerUrl;

  /** Peer URLs that the membership lists besides. */
  public final List<String> morePeerUrls = new ArrayList<>();

  /** Why nothing that is the member answers at its configured peer URL; empty when it does. */
  public Optional<String> nobodyAtItsUrl = Optional.empty();

  /** Whether an etcd answers at its peer URL, whatever its own process does. */
  public boolean strayAtItsUrl;

  /** Whose next place it is; then it has that member's name for etcd, and nothing is there yet. */
  public Optional<MemberName> nextOf = Optional.empty();

  /** Peer URLs that lead to its place by other names. */
  public Optional<List<String>> alsoAt = Optional.empty();

  /** The number of its place; empty where each place stands for itself. */
  public Optional<Integer> ordinal = Optional.empty();

  /** What supervises its process; empty where nobody says so. */
  public Optional<Supervision> supervision = Optional.of(Supervision.PROCESS);

  /** Where the configuration has it; a next place may have the URLs of its member. */
  public String host;

  public boolean started = true;
  public boolean answers = true;
  public Optional<MemberId> answersAs = Optional.empty();
  public ClusterId cluster = HERE;
  public long index = 90;
  public long term = 2;
  public boolean leads;
  public boolean followsNobody;
  public Optional<MemberId> follows = Optional.empty();
  public EtcdVersion version = EtcdVersion.parse("3.6.16");

  /** Empty: the lowest version of all that are drawn, as etcd's monitor sets it. */
  public Optional<String> clusterVersion = Optional.empty();

  /** Empty: as the cluster version; up to 3.5 a member does not tell it. */
  public Optional<String> storageVersion = Optional.empty();

  public Optional<String> downgradeTo = Optional.empty();
  public long quotaBytes = 2L << 30;

  /** Whether nobody knows how much room its file system has. */
  public boolean roomUnknown;

  /** Whether neither its status nor its metrics tell the quota. */
  public boolean quotaUnread;

  /** What its metrics tell of compactions and defragmentations. */
  public Optional<MaintenanceCounters> upkeep = Optional.empty();

  public long dbSize = 21 << 20;
  public long dbSizeInUse = 20 << 20;
  public final List<Alarm.Kind> alarms = new ArrayList<>();

  /** Of all its keys; what it is at the revision before, if that is not simply another number. */
  public int hash = 1_000_000_007;

  public Optional<Integer> hashBefore = Optional.empty();
  public long compactedAt = 40;
  public boolean hashes = true;
  public Silence silence = new Silence.Refused("connection refused");
  public Duration silentFor = Duration.ofMinutes(5);
  public boolean heard;

  /** Nothing comes from it over the connections of its peers. */
  public boolean stalled;

  /** The volume that the platform shows. */
  public Optional<String> seenVolume = Optional.empty();

  /** The site that the platform shows. */
  public Optional<FailureDomain> seenSite = Optional.empty();

  /** The zone that the platform shows. */
  public Optional<FailureDomain> seenZone = Optional.empty();

  public boolean peersRead = true;
  private static final Run RUN = new Run("4711.3", "pid 4711");
  public Workload workload = Workload.running("pid 4711 runs", RUN);
  public DataDirectory data = DataDirectory.of(DataDirectory.State.PRESENT);

  /** How long its machine has been up; empty: long, or nobody knows. */
  public Optional<Duration> up = Optional.empty();

  /** By how much the clock of its machine is ahead; empty: not worth telling. */
  public Optional<Duration> ahead = Optional.empty();

  /** Which probe of its pod needs quorum; empty: none does. */
  public Optional<String> probe = Optional.empty();

  /** The harm that a change would do to the member; empty: none. */
  public Optional<Trap> trap = Optional.empty();

  /** Empty: its machine has no name of its own. */
  public Optional<String> machine = Optional.empty();

  /** Empty: as it runs, or ran last. */
  public Optional<EtcdVersion> binary = Optional.empty();

  /** Why a release cannot be used on its host. */
  public final Map<EtcdVersion, String> problems = new TreeMap<>();

  public final SortedMap<String, String> settings = new TreeMap<>();
  public Optional<Long> raftSnapshot = Optional.empty();

  /** Whether its environment file cannot be read. */
  public boolean unreadable;

  public FailureDomain zone;

  /** The site of the configuration. */
  public Optional<FailureDomain> site = Optional.empty();

  public DrawnMember(String name) {
    this.name = new MemberName(name);
    String digits = name.replaceAll("\\D", "");
    int number = digits.isEmpty() ? 99 : Integer.parseInt(digits);
    this.id = new MemberId(0xa000 + number);
    this.host = name;
    this.peerUrl = configuredUrl();
    this.zone = new FailureDomain(String.valueOf((char) ('a' + number % 26)));
  }

  /** The place where a member of the drawn name may go: nothing was started there yet. */
  public void next() {
    nextOf = Optional.of(new MemberName(name.value().replace(".next", "")));
    id = new MemberId(id.value() + 0x1000);
    status = VotingStatus.UNLISTED;
    gone();
  }

  /** A process runs at this next place and answers, as a voter. */
  public void came() {
    next();
    status = VotingStatus.VOTER;
    answers = true;
    workload(Workload.Running.EXPECTED);
    data = DataDirectory.of(DataDirectory.State.PRESENT);
  }

  /** Its URLs are those of the member that goes there. */
  public void sameUrls() {
    host = nextOf.orElseThrow().value();
    peerUrl = configuredUrl();
  }

  /** The data of its member was handed over to it. */
  public void tookOver(MemberId member) {
    data =
        new DataDirectory(
            DataDirectory.State.PRESENT,
            Optional.empty(),
            Optional.empty(),
            Optional.of(member),
            Optional.empty(),
            Optional.empty());
  }

  public void silent() {
    answers = false;
  }

  /** Quorate gets no TLS connection: this certificate, {@code theirs} or {@code ours}, expired. */
  public void shutOut(String whose) {
    silent();
    TlsFailure failure =
        switch (whose) {
          case "theirs" ->
              expired(
                  Certificate.THEIRS,
                  "no TLS connection: NotAfter: Fri Nov 20 00:00:00 UTC 2026; its certificate has"
                      + " expired: put a new one of the same CA in its place, and do not restart"
                      + " etcd, which reads it at the next connection");
          case "ours" ->
              expired(
                  Certificate.OURS,
                  "no TLS connection: Received fatal alert: certificate_expired; our certificate"
                      + " has expired: renew it");
          default -> throw new IllegalArgumentException("no certificate is " + whose);
        };
    silence = new Silence.Tls(failure.words(), failure);
  }

  private static TlsFailure expired(Certificate whose, String words) {
    return new TlsFailure(whose, TlsFailure.Reason.EXPIRED, Optional.empty(), words);
  }

  /** Its process is there and does nothing. */
  public void hung(Hang.Kind kind) {
    heard = true;
    stalled = kind != Hang.Kind.FILES;
    if (kind == Hang.Kind.MUTE) {
      silent();
      return;
    }
    String evidence =
        switch (kind) {
          case STOPPED -> "is stopped by a signal (SIGSTOP, or Ctrl-Z)";
          case DISK -> "waits for its disk";
          case FILES -> "has used up its file handles (1024 of 1024)";
          case MUTE -> throw new IllegalStateException("its host shows nothing");
        };
    silent();
    hangs(new Hang(kind, evidence, "77.46."));
  }

  /** What its host shows of its process. */
  public void hangs(Hang hang) {
    workload = workload.hanging(Optional.of(hang), workload.sinceTerm());
  }

  /** Its process was asked to end some time ago. */
  public void askedToEnd(Duration ago) {
    workload = workload.hanging(workload.hang(), Optional.of(ago));
  }

  /** No process, no data, and nobody hears it. */
  public void gone() {
    stopped();
    data = DataDirectory.of(DataDirectory.State.ABSENT);
  }

  /** The disk of its data directory is not mounted. */
  public void unmounted() {
    data =
        data.doubted(
            "its data directory is below /disk, which /etc/fstab mounts and which is not mounted:"
                + " mount it; if nothing is mounted there any more, write mountPoint: none in"
                + " quorate.yml");
  }

  /** What it is started from says something with which a start is refused. */
  public void unstartable() {
    data =
        data.doubted(
            "/etc/default/etcd line 3 sets ETCD_FORCE_NEW_CLUSTER; remove it, "
                + name
                + " would leave its cluster");
  }

  /** Its log has a mount point to itself, where etcd cannot begin an empty one. */
  public void walMount(String path) {
    data =
        data.loggingTo(
            new WalDirectory(
                path,
                Optional.empty(),
                Optional.of(
                    path
                        + " (ETCD_WAL_DIR) is a mount point, and etcd deletes what is in it and"
                        + " cannot begin a log there; let ETCD_WAL_DIR name a directory in it")));
  }

  /**
   * Data of this cluster that is complete up to a revision.
   *
   * @param revision the revision, and the raft index
   */
  public void hasDataOf(ClusterId of, long revision) {
    data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .ownedBy(new DataOwner(id, of))
            .reaching(
                new DataPosition(
                    2,
                    revision,
                    revision,
                    revision,
                    revision,
                    List.of(),
                    Optional.empty(),
                    Optional.empty()));
  }

  /** No process; its data is there. */
  public void stopped() {
    silent();
    workload(Workload.Gone.STOPPED);
  }

  /**
   * Lets the supervisor start the member again and again in vain, on a new disk with the files that
   * a start without a log leaves.
   */
  public void looping() {
    silent();
    workload =
        Workload.restarting(
            supervision.filter(Supervision.STATIC_POD::equals).isPresent()
                ? "the kubelet starts it again by itself while etcd.yaml is there"
                : "systemd starts etcd.service again by itself (auto-restart); last end: exit-code,"
                    + " exit 1, restarted 7 times");
    data = DataDirectory.of(DataDirectory.State.PARTIAL);
  }

  /** Nothing of it can be reached: its host does not answer. */
  public void unreached() {
    silent();
    workload =
        Workload.unreachable("this machine has nothing of " + name + ": is it the right host?");
    data = DataDirectory.of(DataDirectory.State.UNREADABLE);
  }

  /** In the membership, and never started. */
  public void unstarted() {
    gone();
    started = false;
  }

  public void workload(Workload.State state) {
    String evidence =
        switch (state) {
          case Workload.Running running -> "pid 4711 runs";
          case Workload.Gone.STOPPED -> "pid 4711 is gone";
          case Workload.Gone.HELD -> "its hold file is there";
          case Workload.Gone.ABSENT ->
              "it has no " + supervision.map(Supervision::words).orElse(PlaceWords.HOST).settings();
          case Workload.Uncertain uncertain -> "pid 4711 is somebody else's";
        };
    workload =
        (state instanceof Workload.Running
                ? Workload.running(evidence, RUN)
                : new Workload(state, evidence))
            .complaining(workload.complaint());
  }

  String configuredUrl() {
    return "http://" + host + ":2380";
  }

  /** Its directory; where nothing else is drawn, there is much room. */
  DataDirectory files() {
    return new DataDirectory(
        data.state(),
        data.damage(),
        data.freeBytes().or(() -> Optional.of(1L << 40).filter(any -> !roomUnknown)),
        data.movedHere(),
        data.restoredBy(),
        data.owner(),
        data.wal(),
        data.doubt(),
        data.emptySince(),
        data.position(),
        data.logged(),
        data.files(),
        data.partsAt());
  }

  Quota quota() {
    return quotaUnread ? new Quota.NotRead() : Quota.told(quotaBytes);
  }

  /** From 3.6 on {@code Status} tells it; before, the metrics tell the quota alone. */
  StorageStatus upkeep(String ofTheCluster) {
    return version.isBefore(TELLING)
        ? StorageStatus.UNKNOWN
        : new StorageStatus(
            storageVersion.or(() -> Optional.of(ofTheCluster)), downgradeTo, quota());
  }

  /** Why it would not join without data. */
  public Optional<String> joinObstacle = Optional.empty();

  /** Next start of the member beside the start of the process. */
  public Optional<NextStart> nextStart = Optional.empty();

  /** What it is started from; nobody looked where no release is configured. */
  Installation installation(List<EtcdVersion> releases) {
    if (!unreadable) {
      if (releases.isEmpty()) {
        settings.putIfAbsent(Quota.SETTING, Long.toString(quotaBytes));
      }
      settings.putIfAbsent("ETCD_NAME", name.value());
      settings.putIfAbsent("ETCD_LISTEN_PEER_URLS", "http://0.0.0.0:2380");
    }
    return installed(releases).withJoinObstacle(joinObstacle).withNextStart(nextStart);
  }

  private Installation installed(List<EtcdVersion> releases) {
    return releases.isEmpty()
        ? new Installation(Optional.empty(), List.of(), settings, Optional.empty())
        : new Installation(
            binary.or(() -> Optional.of(version)),
            releases.stream()
                .map(
                    release ->
                        new Installation.Release(
                            release, Optional.ofNullable(problems.get(release))))
                .toList(),
            settings,
            raftSnapshot);
  }

  /** What a look finds at its configured peer URL, where the membership lists another. */
  Optional<PeerUrlAnswer> peerUrlAnswer() {
    if (strayAtItsUrl) {
      return Optional.of(PeerUrlAnswer.of(configuredUrl(), cluster));
    }
    if (!configured || !listed() || peerUrl.equals(configuredUrl())) {
      return Optional.empty();
    }
    return Optional.of(
        nobodyAtItsUrl
            .or(() -> answers ? Optional.empty() : Optional.of("connection refused"))
            .map(why -> PeerUrlAnswer.none(configuredUrl(), why))
            .orElseGet(() -> PeerUrlAnswer.of(configuredUrl(), cluster)));
  }

  boolean listed() {
    return status != VotingStatus.UNLISTED;
  }

  ConfiguredMember place() {
    return new ConfiguredMember(
        configuredUrl(),
        "http://" + host + ":2379",
        zone,
        nextOf,
        supervision,
        alsoAt,
        ordinal,
        site);
  }

  /** Its entry in the membership. */
  public MembershipEntry listing() {
    boolean learner = status == VotingStatus.LEARNER;
    String known = started ? nextOf.orElse(name).value() : "";
    List<String> urls = new ArrayList<>(morePeerUrls);
    urls.addFirst(peerUrl);
    return new MembershipEntry(id, known, learner, urls, List.of());
  }
}
