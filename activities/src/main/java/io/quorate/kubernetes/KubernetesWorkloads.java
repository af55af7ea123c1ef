package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.port.Workloads;
import io.quorate.volume.EtcdLog;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Members in the pods of StatefulSets. What a hold needs to be gone on with stands on the objects
 * themselves ({@link HoldMoves}); only what is nice to know is remembered here.
 */
public final class KubernetesWorkloads implements Workloads {
  private static final String DISK_FULL = "no space left on device";
  private static final int LAST_WORDS = 40;
  private static final int LONGEST_LINE = 300;

  /** Time beyond the grace of a pod in which kubelet and controller do what they have to. */
  private static final Duration TO_HOLD = Duration.ofSeconds(30);

  private static final Duration TO_START = Duration.ofSeconds(60);

  private final SetLooks sets;
  private final SetApi api;
  private final Turn turn;
  private final Consumer<MemberName> keepers;
  private final RestartMemory restarts = new RestartMemory();
  private final Map<String, List<String>> lastLines = new ConcurrentHashMap<>();

  /**
   * Workloads of these sets.
   *
   * @param keepers takes the keeper of a member away: nobody else may have its data when it starts
   */
  KubernetesWorkloads(SetLooks sets, SetApi api, Turn turn, Consumer<MemberName> keepers) {
    this.sets = sets;
    this.api = api;
    this.turn = turn;
    this.keepers = keepers;
  }

  @Override
  public Workload look(MemberName member) {
    SetLook look = sets.look();
    return look.place(member)
        .map(place -> explained(workload(look, place), member))
        .orElseGet(
            () ->
                Workload.ambiguous(
                    "no pod of the %s has the name of %s".formatted(look.names().words(), member)));
  }

  private Workload workload(SetLook look, MemberPod place) {
    boolean grew = look.pod(place).filter(pod -> restarts.grewLately(pod, look.at())).isPresent();
    return new PodWorkload(look, place, grew).workload();
  }

  /** Adds what the log of a member that does not run says about its end. */
  private Workload explained(Workload workload, MemberName member) {
    if (!workload.isRestarting() && !workload.provenAbsent()) {
      return workload;
    }
    List<String> lines = lastLogLines(member, LAST_WORDS);
    Optional<String> full = lines.stream().filter(line -> line.contains(DISK_FULL)).findFirst();
    return workload.isRestarting()
        ? EtcdLog.lastWords(lines)
            .map(words -> because(workload, "; its log ends with: " + words))
            .orElse(workload)
        : workload.complaining(full);
  }

  private static Workload because(Workload workload, String more) {
    return new Workload(
        workload.state(),
        workload.evidence() + more,
        workload.complaint(),
        workload.placement(),
        workload.machineTime(),
        workload.probe(),
        workload.grace(),
        workload.trap());
  }

  @Override
  public void hold(MemberName member, Permit permit) {
    hold(member, permit, HoldMoves.Reach.STOPPED);
  }

  @Override
  public void stop(MemberName member, Permit permit) {
    hold(member, permit, HoldMoves.Reach.RUNNING);
  }

  @Override
  public void stopForGood(MemberName member, Permit permit) {
    hold(member, permit, HoldMoves.Reach.GIVEN_UP);
  }

  private void hold(MemberName member, Permit permit, HoldMoves.Reach reach) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    Duration grace =
        look.pod(place).map(pod -> pod.grace().time()).orElse(Duration.ZERO).plus(TO_HOLD);
    carryOut(grace, now -> new HoldMoves(now, place, permit.operation(), reach).next(), permit);
  }

  @Override
  public void start(MemberName member, JoinSettings settings, Permit permit) {
    MemberPod place = sets.look().requirePlace(member);
    Steering steering =
        settings
            .to()
            .map(to -> new Destinations(turn.sets(), api).steering(member, to))
            .orElse(Steering.NONE);
    carryOut(
        TO_START,
        now -> {
          if (now.keeper(place.name()).isPresent()) {
            // An attempt that is over leaves the keeper to the attempt after it.
            permit.goOn();
            keepers.accept(member);
            return new Move.Wait("the keeper of %s is taken away".formatted(member));
          }
          return new StartMoves(now, place, permit.operation(), settings, steering).next();
        },
        permit);
  }

  private void carryOut(Duration limit, Function<SetLook, Move> moves, Permit permit) {
    turn.until(limit, moves, asking(permit), this::remember);
  }

  /**
   * The first effect and the end of a run follow a young look at the cluster; the others are parts
   * of an effect.
   */
  static Turn.Consent asking(Permit permit) {
    return further -> {
      if (further) {
        permit.goOn();
      } else {
        permit.use();
      }
    };
  }

  /** The kubelet sends SIGTERM, and SIGKILL after the grace of the pod. */
  @Override
  public void terminate(MemberName member, Run run, Permit permit) {
    EtcdPod pod = running(member, run);
    Move.Patch mark = new PodWrites(pod).asked();
    permit.use();
    api.patch(mark.seen(), mark.patch(), mark.change());
    end(pod, Optional.empty(), permit);
  }

  /** A hook that the pod has runs all the same; the kubelet then gives etcd a second to end. */
  @Override
  public void kill(MemberName member, Run run, Permit permit) {
    end(running(member, run), Optional.of(1L), permit);
  }

  private void end(EtcdPod pod, Optional<Long> grace, Permit permit) {
    remember(pod);
    permit.use();
    api.delete(pod.pod(), grace);
  }

  /** The pod in which this run of the member is, once nothing speaks against its end. */
  private EtcdPod running(MemberName member, Run run) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    EtcdSet set = look.set(place);
    EtcdPod pod =
        look.pod(place)
            .filter(set::owns)
            .filter(seen -> seen.containerId().filter(run.id()::equals).isPresent())
            .orElseThrow(
                () ->
                    new Failure.Transient(
                        "nothing was done: %s is not there any more; looking again"
                            .formatted(run.words())));
    new SetGuards(look, set).requireEnd(pod);
    return pod;
  }

  /** The signal would have to be sent on the node. */
  @Override
  public void letGoOn(MemberName member, Run run, Permit permit) {
    throw new Failure.Refused(
        "%s cannot be let go on from outside its pod; restart it instead: quorate start member-restart CLUSTER --member %s"
            .formatted(run.words(), member));
  }

  @Override
  public List<String> lastLogLines(MemberName member, int lines) {
    try {
      SetLook look = sets.look();
      return look.place(member)
          .map(
              place ->
                  look.pod(place)
                      .map(pod -> lines(pod, lines))
                      .filter(found -> !found.isEmpty())
                      .orElseGet(() -> remembered(place, lines)))
          .orElse(List.of());
    } catch (Failure unread) {
      return List.of();
    }
  }

  private List<String> remembered(MemberPod place, int lines) {
    List<String> all = lastLines.getOrDefault(place.name(), List.of());
    return all.subList(Math.max(0, all.size() - lines), all.size());
  }

  /** Keeps the end of a log that goes with its pod. */
  private void remember(EtcdPod pod) {
    List<String> lines = lines(pod, LAST_WORDS);
    if (!lines.isEmpty()) {
      lastLines.put(pod.name(), lines);
    }
  }

  private List<String> lines(EtcdPod pod, int lines) {
    if (pod.containerId().isEmpty()) {
      return List.of();
    }
    boolean previous = pod.waiting().isPresent() && PodTrouble.lastEnd(pod).isPresent();
    try {
      return api.log(pod.name(), pod.container().orElseThrow().name(), previous, lines).stream()
          .filter(line -> !isOfKubelet(line))
          .map(line -> CleanText.line(EtcdLog.shortened(line), LONGEST_LINE))
          .toList();
    } catch (Failure unread) {
      return List.of();
    }
  }

  /** The kubelet gives its own errors as the text of a log. */
  private static boolean isOfKubelet(String line) {
    return line.startsWith("failed to try resolving symlinks")
        || line.startsWith("unable to retrieve container logs");
  }
}
