package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.workload.Grace;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Observation of a static pod. Its manifest says what the kubelet is to run; the processes say what
 * runs. The API server and the mirror pod there are not asked: they say what they last heard, and
 * may need this very member.
 *
 * @param manifest state of the manifest where the kubelet reads it: {@code file}, {@code absent} or
 *     {@code unreadable}
 * @param heldManifest state of the manifest where a hold puts it
 * @param stamp tells the manifest from one that was written since
 * @param hold inode and time of the file with the holder's name
 * @param kubelet whether one reads the manifest's directory
 * @param leftOver a process of the pod, where none of the member is known: the kubelet is not done
 * @param second another manifest there that starts etcd on the member's data
 * @param unfit why the manifest cannot be renamed, as a clause with what to do
 * @param probe the probe of the manifest that needs quorum, and where it stands, in words
 */
record PodObservation(
    StaticPodSupervisor supervisor,
    AbsenceProof proof,
    String manifest,
    String heldManifest,
    Optional<String> stamp,
    Optional<String> hold,
    Optional<String> holder,
    Kubelet kubelet,
    Optional<SeenProcess> process,
    Optional<String> leftOver,
    Optional<String> second,
    Optional<String> unfit,
    Optional<String> probe,
    Grace grace)
    implements MemberObservation {

  /**
   * A kubelet as far as its process shows it.
   *
   * @param words what it does, and what to do where it does not run or not read the manifest
   */
  record Kubelet(boolean runs, String words) {
    /** Parses a letter of a process' state, or {@code none} and the directory that one reads. */
    static Kubelet of(String fact) {
      return switch (fact.strip()) {
        case "", "none" -> new Kubelet(false, "no kubelet runs; systemctl status kubelet");
        case "T", "t" ->
            new Kubelet(false, "the kubelet is stopped by a signal; systemctl restart kubelet");
        default ->
            fact.startsWith("none ")
                ? new Kubelet(
                    false,
                    "the kubelet reads the manifests in %s (staticPodPath)"
                        .formatted(fact.substring("none ".length())))
                : new Kubelet(true, "the kubelet runs");
      };
    }
  }

  static PodObservation of(Facts facts, StaticPodSupervisor supervisor) {
    return new PodObservation(
        supervisor,
        AbsenceProof.of(facts),
        facts.first("manifest").orElse("unreadable"),
        facts.first("manifest-held").orElse("unreadable"),
        facts.first("manifest-stamp"),
        facts.first("hold"),
        facts.first("holder"),
        Kubelet.of(facts.first("kubelet").orElse("")),
        facts.first("process").flatMap(SeenProcess::of),
        facts.first("pod-process"),
        facts.first("manifest-second"),
        unfit(facts, supervisor),
        ManifestText.seen(facts, supervisor.manifest(), QuorumProbe::in),
        ManifestText.seen(facts, supervisor.manifest(), KubeletGrace::in)
            .orElse(KubeletGrace.DEFAULT));
  }

  private static Optional<String> unfit(Facts facts, StaticPodSupervisor supervisor) {
    if (facts.has("manifest-link")) {
      return Optional.of(supervisor.manifest() + " is a link; put the file itself there");
    }
    return facts.has("manifest-disk")
        ? Optional.of(
            "the directory of %s is a mount point, and the manifest cannot be renamed to %s"
                .formatted(supervisor.manifest(), supervisor.held()))
        : Optional.empty();
  }

  private boolean given() {
    return !manifest.equals("absent");
  }

  private boolean away() {
    return !given() && heldManifest.equals("file");
  }

  @Override
  public boolean held() {
    return away()
        && process.isEmpty()
        && leftOver.isEmpty()
        && second.isEmpty()
        && !proof.dataLocked();
  }

  @Override
  public boolean holdWritten() {
    return heldManifest.equals("file");
  }

  /** Whether the kubelet has still to start its process, or to end one whose manifest is away. */
  @Override
  public boolean restarting() {
    boolean starts = given() && process.isEmpty() && !proof.dataLocked();
    boolean ends = away() && (process.isPresent() || leftOver.isPresent());
    return proof.strangers().stating().isEmpty() && second.isEmpty() && (starts || ends);
  }

  /** Why the kubelet would not end or start the member now, with what to do. */
  Optional<String> obstacle() {
    if (!kubelet.runs()) {
      return Optional.of("nothing ends or starts its pod there: " + kubelet.words());
    }
    return second.map(this::alsoStarts).or(() -> unfit).or(this::overwritten);
  }

  private Optional<String> overwritten() {
    return given() && heldManifest.equals("file")
        ? Optional.of(voidHold() + ", and move one away")
        : Optional.empty();
  }

  private String alsoStarts(String other) {
    return other + " starts etcd on the same data; move it out of the directory";
  }

  private String voidHold() {
    return "%s is held, and %s was written since, by kubeadm or a person, so the hold is void: compare them"
        .formatted(supervisor.held(), supervisor.manifest());
  }

  @Override
  public Workload workload(MemberPaths member) {
    return seen(member).probed(probe).ending(grace);
  }

  private Workload seen(MemberPaths member) {
    String outside =
        " outside the pod of " + supervisor.manifest() + "; end it, or find out who started it";
    return proof
        .contested(member, outside)
        .or(() -> proof.anothers(member))
        .orElseGet(
            () ->
                process
                    .map(seen -> withProcess(member, seen))
                    .orElseGet(() -> withoutProcess(member)));
  }

  private Workload withProcess(MemberPaths member, SeenProcess seen) {
    String of = "pid " + seen.pid() + " of the pod of " + supervisor.manifest();
    if (!given()) {
      return Workload.ambiguous(of + " is still there, though its manifest is away: " + notEnded());
    }
    return seen.running(member)
        .map(running -> Workload.running(of + " runs" + besides(), seen.run()))
        .orElseGet(() -> seen.unclear(member, of));
  }

  /** End of the sentence about a member that runs, with what a person should know besides. */
  private String besides() {
    String alone =
        kubelet.runs() ? "" : ", and once it ends nothing starts it again: " + kubelet.words();
    return alone + (heldManifest.equals("file") ? "; " + voidHold() : "");
  }

  private String notEnded() {
    return kubelet.runs()
        ? "the kubelet has not ended it yet; look again, and where it stays: journalctl -u kubelet"
        : kubelet.words() + ", which ends it";
  }

  private Workload withoutProcess(MemberPaths member) {
    return proof
        .doubted(member)
        .or(() -> second.map(other -> Workload.ambiguous(alsoStarts(other))))
        .or(this::comingBack)
        .or(
            () ->
                leftOver.map(
                    pid ->
                        Workload.ambiguous(
                            "pid %s of the pod of %s is still there: %s"
                                .formatted(pid, supervisor.manifest(), notEnded()))))
        .or(() -> proof.elsewhere(member, ", none in " + supervisor.held()))
        .orElseGet(this::atRest);
  }

  private Optional<Workload> comingBack() {
    if (!given()) {
      return Optional.empty();
    }
    return Optional.of(
        Workload.restarting(
            (kubelet.runs()
                        ? "the kubelet starts it again by itself while %s is there"
                        : "%s is there, so a kubelet starts it as soon as one runs: "
                            + kubelet.words())
                    .formatted(supervisor.manifest())
                + "; "
                + (heldManifest.equals("file")
                    ? voidHold()
                    : "to end that move it to " + supervisor.held())));
  }

  private Workload atRest() {
    String rests = "it has no process, and the kubelet no manifest";
    return switch (heldManifest) {
      case "file" ->
          Workload.held(
              rests + "; held in " + supervisor.held() + " by " + holder.orElse("a person"));
      case "absent" ->
          Workload.absent(
              "%s; there is none at %s nor at %s: put it to the latter, then start the member"
                  .formatted(rests, supervisor.manifest(), supervisor.held()));
      default -> Workload.ambiguous(supervisor.held() + " cannot be read; let Quorate use sudo");
    };
  }
}
