package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.port.AsideDirectory;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Workloads;
import io.quorate.volume.Volume;
import io.quorate.volume.VolumeDirectories;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Data directories of members on claims. A keeper reads the data of a member that does not run; the
 * data of a member that runs is there, and nobody reads the data beside etcd.
 */
final class ClaimDirectories extends VolumeDirectories {
  private static final Duration LIMIT = Duration.ofSeconds(45);

  /** How much of a log is read from its beginning, in bytes. */
  private static final int HEAD = 64 * 1024;

  /** How far the clocks of a node and of a worker may be apart. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  private static final Pattern NEW_RAFT =
      Pattern.compile("newRaft [0-9a-f]+ .*, lastindex: (\\d{1,18}),");

  private final SetLooks sets;
  private final Workloads workloads;
  private final ClaimVolumes volumes;
  private final Turn turn;

  ClaimDirectories(
      SetLooks sets, Workloads workloads, ClaimVolumes volumes, Turn turn, Clock clock) {
    super(volumes, clock);
    this.turn = turn;
    this.sets = sets;
    this.workloads = workloads;
    this.volumes = volumes;
  }

  @Override
  public DataDirectory look(MemberName member) {
    return look(member, volumes::find, super::look);
  }

  @Override
  public DataDirectory examine(MemberName member) {
    return look(member, volumes::awaited, super::examine);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Of a member that runs, the log of etcd tells how far its raft log was at the start, which
   * says nothing of what the run has written since.
   */
  @Override
  public Optional<Long> loggedUpTo(MemberName member, Instant since) {
    try {
      return workloads.look(member).runs()
          ? startedWith(member, since)
          : super.loggedUpTo(member, since);
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  private Optional<Long> startedWith(MemberName member, Instant since) {
    SetLook look = sets.look();
    return look.place(member)
        .flatMap(look::pod)
        .filter(pod -> pod.startedAt().filter(since.plus(CLOCKS)::isBefore).isPresent())
        .flatMap(
            pod ->
                pod.container()
                    .flatMap(
                        etcd ->
                            lastIndex(
                                turn.api().firstLog(pod.name(), etcd.name(), HEAD).stream())));
  }

  /** The last index of the raft log with which a process began, as the log of etcd has it. */
  static Optional<Long> lastIndex(Stream<String> log) {
    return log.flatMap(line -> NEW_RAFT.matcher(line).results())
        .map(found -> Long.valueOf(found.group(1)))
        .reduce((earlier, last) -> last);
  }

  private DataDirectory look(
      MemberName member,
      Function<MemberName, Optional<Volume>> keeper,
      Function<MemberName, DataDirectory> read) {
    try {
      Workload workload = workloads.look(member);
      if (workload.runs()) {
        DataDirectory present = DataDirectory.of(State.PRESENT);
        return lostByStop(member).map(present::doubted).orElse(present);
      }
      DataDirectory seen = withoutVolume(member).orElseGet(() -> readBy(member, keeper, read));
      return seen.lost() ? joining(member).map(seen::doubted).orElse(seen) : seen;
    } catch (Failure unseen) {
      return DataDirectory.of(State.UNREADABLE).doubted(String.valueOf(unseen.getMessage()));
    }
  }

  /** Why a member without data cannot join, which counts before its removal; empty where it can. */
  private Optional<String> joining(MemberName member) {
    SetLook look = sets.look();
    return look.place(member).map(look::set).flatMap(InitialCluster::objection);
  }

  /** Why a running member could not be started on its data after a stop; empty where it could. */
  private Optional<String> lostByStop(MemberName member) {
    SetLook look = sets.look();
    return look.place(member)
        .flatMap(
            place ->
                look.set(place).unreachedData(place.name()).or(() -> deletedClaim(look, place)));
  }

  /** Why the data goes with the pod: the end of the last pod that uses it ends a deleted claim. */
  private static Optional<String> deletedClaim(SetLook look, MemberPod place) {
    return look.claim(place)
        .filter(claim -> claim.getMetadata().getDeletionTimestamp() != null)
        .map(
            claim ->
                "somebody deleted its claim %s, which goes with its pod, and the next pod gets an empty one"
                    .formatted(claim.getMetadata().getName()));
  }

  /** Throws why there is no keeper, which the reading itself would not say. */
  private static DataDirectory readBy(
      MemberName member,
      Function<MemberName, Optional<Volume>> keeper,
      Function<MemberName, DataDirectory> read) {
    return keeper.apply(member).isPresent()
        ? read.apply(member)
        : DataDirectory.of(State.UNREADABLE);
  }

  /** The state that the claim alone tells: without a volume there is no data. */
  private Optional<DataDirectory> withoutVolume(MemberName member) {
    SetLook look = sets.look();
    look.require(SetLook.Part.SETS, SetLook.Part.CLAIMS);
    Optional<MemberPod> place = look.place(member);
    if (place.isEmpty()) {
      return Optional.of(DataDirectory.of(State.UNREADABLE));
    }
    ClaimedDirectory data = ClaimedDirectory.of(look.set(place.get()).set(), place.get().name());
    PersistentVolumeClaim claim = look.claims().get(data.claim());
    if (claim == null || claim.getSpec().getVolumeName() == null) {
      return Optional.of(DataDirectory.of(State.ABSENT));
    }
    return Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where no pod can use the volume, the whole volume is set aside.
   */
  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    return volumes
        .lost(member)
        .map(
            lost ->
                "%s, so the whole volume was set aside: %s"
                    .formatted(lost.why(), wholeVolume(member, was, lost, permit)))
        .orElseGet(() -> super.setAside(member, was, permit));
  }

  @Override
  public String setVolumeAside(MemberName member, String volume, MemberId was, Permit permit) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    look.require(SetLook.Part.CLAIMS);
    return look.claim(place)
        .filter(claim -> volume.equals(claim.getSpec().getVolumeName()))
        .map(claim -> new GivenUpVolume.Left(claim.getMetadata().getUid()))
        .map(left -> wholeVolume(member, was, left, permit))
        .orElseGet(() -> "the claim of %s has another volume, or none".formatted(place.name()));
  }

  private String wholeVolume(MemberName member, MemberId was, GivenUpVolume given, Permit permit) {
    SetLook now = sets.look();
    MemberPod place = now.requirePlace(member);
    if (!now.set(place).remakes(place)) {
      throw new Failure.Refused(
          "the volume of %s is not set aside: nobody makes its claim again. Do: make that claim anew, on a volume that pods can use, then retry"
              .formatted(member));
    }
    // A late attempt must not end the scripts of the attempt after it.
    permit.goOn();
    volumes.keepers().remove(member);
    return turn.until(
        LIMIT,
        look -> {
          if (look.keeper(place.name()).isPresent()) {
            // A look may have made one meanwhile, and the claim would stay as long as the keeper.
            permit.goOn();
            volumes.keepers().remove(member);
            return new Move.Wait("the keeper of %s is taken away".formatted(member));
          }
          return new VolumeMoves(look, place, given, permit.operation(), was).next();
        },
        KubernetesWorkloads.asking(permit),
        pod -> {});
  }

  @Override
  public List<AsideDirectory> aside(MemberName member) {
    MemberPod place = sets.look().requirePlace(member);
    List<AsideDirectory> all = new ArrayList<>();
    turn.api().aside(place.name()).forEach(volume -> all.add(aside(volume)));
    all.addAll(super.aside(member));
    return all;
  }

  /** An annotation is anybody's. */
  private static Optional<MemberId> id(String annotation) {
    try {
      return Optional.of(MemberId.parse(annotation));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static AsideDirectory aside(PersistentVolume volume) {
    Map<String, String> notes =
        Objects.requireNonNullElse(volume.getMetadata().getAnnotations(), Map.of());
    Quantity size =
        Objects.requireNonNullElse(volume.getSpec().getCapacity(), Map.<String, Quantity>of())
            .get("storage");
    return new AsideDirectory(
        "the volume " + volume.getMetadata().getName(),
        Optional.ofNullable(notes.get(Marks.OPERATION)),
        Optional.ofNullable(notes.get(Marks.MEMBER)).flatMap(ClaimDirectories::id),
        size == null ? 0 : size.getNumericalAmount().longValue(),
        Optional.empty());
  }
}
