package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Sha256;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.port.Workloads;
import io.quorate.shell.Facts;
import io.quorate.shell.HostLimits;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.Standstill;
import io.quorate.supervisor.StartSettings;
import io.quorate.volume.EtcdLog;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.MachineTime;
import io.quorate.workload.Placement;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Processes of members on hosts. Every effect looks before the lock and again under it, and goes on
 * only if both looks are equal: an attempt that stalled between them leaves alone what a later
 * attempt made.
 */
public record HostWorkloads(Hosts hosts, Clock clock) implements Workloads {
  /** The kernel's text for a full disk, which etcd repeats (docs/etcd.md#exits-and-log-lines). */
  private static final String DISK_FULL = "no space left on device";

  /** How many last lines of its log may say why a member ended. */
  static final int LAST_WORDS = 40;

  @Override
  public Workload look(MemberName member) {
    return hosts
        .find(member)
        .map(this::look)
        .orElseGet(() -> Workload.ambiguous("the configuration has no host entry for it"));
  }

  private Workload look(MemberScripts host) {
    try {
      Instant from = clock.instant();
      Facts facts = host.look(MemberScript.LOOK, List.of());
      Workload workload = seen(facts, host, from);
      // Only of a member that does not run: one that runs is asked how it is, and not its log.
      return workload.provenAbsent() || workload.isRestarting()
          ? explained(workload, lastLogLines(host.member().name(), LAST_WORDS), host.sight(facts))
          : workload;
    } catch (Failure.Unreached e) {
      return Workload.unreachable(String.valueOf(e.getMessage()));
    } catch (Failure e) {
      return Workload.ambiguous(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The workload in the facts of {@link MemberScript#WHOLE}.
   *
   * @param from when the script was begun
   */
  Workload in(Facts facts, MemberScripts host, Instant from) {
    try {
      return explained(seen(facts, host, from), EtcdLog.lastLines(facts), host.sight(facts));
    } catch (Failure lie) {
      return Workload.ambiguous(String.valueOf(lie.getMessage()));
    }
  }

  private Workload seen(Facts facts, MemberScripts host, Instant from) {
    Workload workload = Standstill.of(facts).in(host.sight(facts).workload(host.member()));
    // systemd calls the id confidential (machine-id(5)); its hash tells machines apart as well.
    return workload.on(
        Placement.on(
            facts
                .first("machine")
                .filter(id -> id.matches("[0-9a-f]{32}"))
                .map(id -> Sha256.of("quorate " + id))),
        host.host().isThisMachine() ? Optional.empty() : time(facts, from));
  }

  private Optional<MachineTime> time(Facts facts, Instant from) {
    return MachineTime.of(
        seconds(facts, "up").map(Duration::ofSeconds),
        seconds(facts, "clock").map(Instant::ofEpochSecond),
        from,
        clock.instant());
  }

  private static Optional<Long> seconds(Facts facts, String fact) {
    return facts.first(fact).filter(text -> text.matches("\\d{1,12}")).map(Long::valueOf);
  }

  /**
   * Adds what the log of a member that does not run says about its end: a full disk, which a person
   * has to mend first, and in a crash loop the last line, which tells what is to be mended. A run
   * that has just begun has said nothing of its end yet.
   */
  private static Workload explained(Workload workload, List<String> lines, MemberObservation seen) {
    if (workload.isRestarting()) {
      return EtcdLog.lastWords(seen.process().isEmpty() ? lines : List.of())
          .map(words -> workload.evidence() + "; its log ends with: " + words)
          .map(
              evidence ->
                  Workload.restarting(evidence).on(workload.placement(), workload.machineTime()))
          .orElse(workload);
    }
    return workload.provenAbsent()
        ? workload.complaining(lines.stream().filter(line -> line.contains(DISK_FULL)).findFirst())
        : workload;
  }

  @Override
  public void hold(MemberName member, Permit permit) {
    MemberScripts host = hosts.of(member);
    MemberObservation before = host.observation();
    requireNoProcess(host, before, "held");
    if (before.held()) {
      return;
    }
    host.underLock(
        MemberScript.HOLD,
        List.of(signature(permit)),
        facts -> {
          requireSame(host, before, host.sight(facts));
          permit.use();
          return "go\n";
        });
  }

  @Override
  public void start(MemberName member, JoinSettings settings, Permit permit) {
    MemberScripts host = hosts.of(member);
    MemberObservation before = host.observation();
    Workload workload = before.workload(host.member());
    if (workload.runs()) {
      letGo(host, before, permit);
      return;
    }
    host.requireAbsent(before, "started");
    if (workload.isAbsent()) {
      throw new Failure.Refused(member + " cannot be started: " + workload.evidence());
    }
    var edit = new StartSettings(host.member());
    host.underLock(
        MemberScript.START,
        thisRun(settings),
        facts -> {
          host.requireUnchanged(before, host.sight(facts));
          host.requireStartable(facts, "started");
          String text = edit.edited(facts, settings);
          permit.use();
          return "go " + text.getBytes(StandardCharsets.ISO_8859_1).length + "\n" + text;
        });
  }

  /** A hold that is left on a member that runs would keep it down after its next end. */
  private static void letGo(MemberScripts host, MemberObservation before, Permit permit) {
    if (before.holdWritten()) {
      host.underLock(
          MemberScript.LET_GO,
          List.of(),
          facts -> {
            host.requireUnchanged(before, host.sight(facts));
            permit.use();
            return "go\n";
          });
    }
  }

  private static List<String> thisRun(JoinSettings settings) {
    return settings.thisRun().entrySet().stream()
        .map(variable -> variable.getKey() + "=" + variable.getValue())
        .toList();
  }

  @Override
  public void stop(MemberName member, Permit permit) {
    MemberScripts host = hosts.of(member);
    MemberObservation before = host.observation();
    Workload workload = before.workload(host.member());
    boolean runs = workload.runs();
    if (!runs) {
      requireNoProcess(host, before, "stopped");
      if (before.held()) {
        return;
      }
    }
    Duration grace = grace(host, workload);
    host.underLock(
        MemberScript.STOP,
        List.of(signature(permit), HostLimits.seconds(grace)),
        host.limits().act(grace),
        facts -> {
          requireSame(host, before, host.sight(facts));
          host.requireStartable(facts, "stopped");
          if (runs) {
            host.requireRead(facts);
          }
          permit.use();
          return runs ? before.process().map(seen -> answer(seen)).orElse("go\n") : "go\n";
        });
  }

  private static Duration grace(MemberScripts host, Workload workload) {
    return switch (workload.grace().by()) {
      case QUORATE -> host.limits().grace();
      case KUBELET -> workload.grace().time();
    };
  }

  /**
   * Throws unless the process is proven absent, or its supervisor is about to start it again: hold
   * and stop end that.
   */
  private static void requireNoProcess(MemberScripts host, MemberObservation seen, String what) {
    if (seen.restarting()) {
      return;
    }
    Workload workload = seen.workload(host.member());
    if (workload.isRestarting()) {
      throw new Failure.Transient(
          "nothing was done: %s is not %s while %s; looking again"
              .formatted(host.member().name(), what, workload.evidence()));
    }
    host.requireAbsent(seen, what);
  }

  private static void requireSame(
      MemberScripts host, MemberObservation before, MemberObservation now) {
    if (!now.restartingAs(before)) {
      host.requireUnchanged(before, now);
    }
  }

  @Override
  public void terminate(MemberName member, Run run, Permit permit) {
    signal(MemberScript.TERMINATE, member, run, permit);
  }

  @Override
  public void letGoOn(MemberName member, Run run, Permit permit) {
    signal(MemberScript.LET_GO_ON, member, run, permit);
  }

  @Override
  public void kill(MemberName member, Run run, Permit permit) {
    signal(MemberScript.KILL, member, run, permit);
  }

  /** Runs a script that signals this run of the member, and no other. */
  private void signal(VolumeScript script, MemberName member, Run run, Permit permit) {
    MemberScripts host = hosts.of(member);
    MemberObservation before = host.observation();
    if (!before.workload(host.member()).isRun(run)) {
      throw new Failure.Transient(
          "nothing was done: %s of %s is not there any more; looking again"
              .formatted(run.words(), member));
    }
    host.underLock(
        script,
        List.of(),
        facts -> {
          host.requireUnchanged(before, host.sight(facts));
          permit.use();
          return before.process().map(HostWorkloads::answer).orElseThrow();
        });
  }

  private static String answer(MemberObservation.SeenProcess seen) {
    return "go " + seen.pid() + " " + seen.startTime() + "\n";
  }

  @Override
  public List<String> lastLogLines(MemberName member, int lines) {
    try {
      return EtcdLog.lastLines(
          hosts.of(member).look(MemberScript.TAIL, List.of(Integer.toString(Math.max(0, lines)))));
    } catch (Failure e) {
      return List.of();
    }
  }

  private String signature(Permit permit) {
    return permit.operation() + " " + clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
