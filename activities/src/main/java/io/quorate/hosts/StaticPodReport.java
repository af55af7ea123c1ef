package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.supervisor.Supervision;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;

/** Findings about a static pod that {@code quorate check} adds to the look at a member. */
public final class StaticPodReport {
  private final MemberScripts host;

  private StaticPodReport(MemberScripts host) {
    this.host = host;
  }

  /** The report on a member; empty where it is no static pod. */
  public static Optional<StaticPodReport> of(MemberScripts host) {
    return PodInstallations.concern(host)
        ? Optional.of(new StaticPodReport(host))
        : Optional.empty();
  }

  /** Returns the member that runs in the pod. */
  public MemberName member() {
    return host.member().name();
  }

  /**
   * Why the kubelet would not end or start it as the configuration says, or why its log cannot be
   * read; empty where all is well.
   */
  public Optional<String> trouble() {
    try {
      Facts facts = host.look(MemberScript.LOOK, List.of());
      var supervision = new Supervision(host.member(), facts);
      return supervision
          .obstacle()
          .or(supervision::objection)
          .or(() -> silence(supervision.process().workload(host.member())));
    } catch (Failure unseen) {
      return Optional.of(String.valueOf(unseen.getMessage()));
    }
  }

  private Optional<String> silence(Workload workload) {
    boolean silent = workload.runs() && !host.look(MemberScript.TAIL, List.of("1")).has("last");
    return silent
        ? Optional.of(
            "no log of its pod is found in /var/log/pods, and crictl is not there or finds none")
        : Optional.empty();
  }
}
