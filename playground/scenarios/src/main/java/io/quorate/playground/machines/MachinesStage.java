package io.quorate.playground.machines;

import io.quorate.lab.machine.Machines;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.operated.Access;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.EtcdctlInspection;
import io.quorate.playground.operated.Opened;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.operated.Scene;
import io.quorate.playground.operated.Writing;
import io.quorate.playground.operated.WritingProgram;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Four booted machines, three of them with a member of etcd under systemd, and Temporal and the
 * product where these can be reached.
 */
public final class MachinesStage implements AutoCloseable {
  /** The folder of the machines, below the stage's own. */
  public static final String MACHINES = "machines";

  /** The members at the start; the machine after theirs has none. */
  static final int MEMBERS = 3;

  static final String SUDOERS = "/etc/sudoers.d/quorate";

  /** The line that lets ops become root, as the product's own advice has it. */
  static final String SUDO_LINE = "ops ALL=(root) NOPASSWD: /bin/sh";

  static final String LET_BECOME_ROOT = "echo '" + SUDO_LINE + "' >" + SUDOERS;

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Path folder;
  private final Narrator narrator;
  private final Cast cast;
  private final Machines machines;
  private final Operated payments;
  private final Opened open;
  private Optional<Process> serving = Optional.empty();

  /**
   * The servers that are started.
   *
   * @param etcd the release that members start with, followed by those they may be moved to
   */
  public record Cast(List<ToolFolder> etcd, ToolFolder temporal) {
    public Cast {
      etcd = List.copyOf(etcd);
    }

    private Map<String, Path> releases() {
      return etcd.stream()
          .collect(Collectors.toMap(one -> one.tool().version(), ToolFolder::folder));
    }
  }

  private MachinesStage(Path folder, Narrator narrator, Cast cast, Machines machines) {
    this.folder = folder;
    this.narrator = narrator;
    this.cast = cast;
    this.machines = machines;
    this.open = new Opened(narrator);
    this.payments =
        new Operated(new ChildJvm(machines.within(List.of()).words(), configuration()), LIMIT);
  }

  /** Returns why there can be no such machines here; empty where that can be tried. */
  public static Optional<String> whyNotHere() {
    return Machines.whyNot();
  }

  /**
   * Boots the machines, and starts everything; returns when all of it serves.
   *
   * @param folder for all files
   */
  public static MachinesStage open(Path folder, Narrator narrator, Cast cast)
      throws IOException, InterruptedException {
    Path lab = folder.resolve(MACHINES);
    narrator.tell("preparing machines; the first time that takes a minute");
    Optional<String> whyNot = Machines.prepare(lab);
    if (whyNot.isPresent()) {
      throw new IOException(whyNot.get());
    }
    Machines machines = Machines.boot(MEMBERS + 1, lab, cast.releases());
    var stage = new MachinesStage(folder, narrator, cast, machines);
    stage.open.push(machines);
    stage.open.with(stage::start);
    return stage;
  }

  private void start() throws IOException, InterruptedException {
    narrator.tell(
        "%d machines with systemd and sshd: h1 is %s and so on"
            .formatted(MEMBERS + 1, machines.address(1)));
    machines.startEtcd(MEMBERS, version());
    narrator.tell("etcd.service of h1, h2 and h3 serves, etcd " + version());
    for (int machine = 1; machine <= MEMBERS + 1; machine++) {
      machines.on(machine, LET_BECOME_ROOT);
    }
    payments.adopt(machines, folder, "--user", "ops", "--sudo");
    Files.writeString(
        configuration(),
        Operated.releases(cast.etcd())
            + Files.readString(configuration())
                .replaceAll("( +)platform: hosts", "$1platform: hosts\n$1watch: off"));
    narrator.tell("quorate init --endpoints ... wrote " + configuration());
    Process temporal = Operated.temporal(machines::within, cast.temporal(), folder);
    open.push(temporal::destroyForcibly);
    open.push(() -> serving.ifPresent(Process::destroyForcibly));
    serveAgain();
    payments.until("all to be reached", () -> payments.quorate().run("check").exitCode() == 0);
    narrator.tell("quorate serve answers; for other terminals: " + command() + " VERB");
  }

  private String version() {
    return cast.etcd().getFirst().tool().version();
  }

  /** Starts the product, after ending the one that serves, if there is one. */
  void serveAgain() throws IOException, InterruptedException {
    if (serving.isPresent()) {
      serving.get().destroyForcibly().waitFor();
    }
    serving = Optional.of(payments.serving(folder));
  }

  /** Plays the scenario; the verdict contains whatever goes wrong on the way. */
  public Verdict play(MachinesScenario scenario, Consent consent)
      throws IOException, InterruptedException {
    var scene = new MachinesScene(this, narrator, consent);
    List<String> urls = inspected().clientUrls();
    try (Writing writing = Writing.start(machines::within, folder, Access.OPEN, urls)) {
      narrator.tell("a client writes all the time, and remembers what was acknowledged");
      Duration took = scene.timed(() -> scenario.play(scene));
      WritingProgram.Told writes = writing.readBack(inspected().clientUrls());
      var expected = new Scene.Expected(scenario.name(), scenario.outcome(), version(), false);
      return scene.verdict(expected, took, writes, inspected(), kept());
    }
  }

  private EtcdctlInspection inspected() throws InterruptedException {
    return EtcdctlInspection.of(this::etcdctl, MEMBERS);
  }

  private String etcdctl(String question) throws IOException, InterruptedException {
    String all = question.startsWith("endpoint ") ? " --cluster" : "";
    return machines.on(
        1, "$(ls -d /opt/etcd/[0-9]* | tail -n 1)/etcdctl " + question + all + " -w json");
  }

  private List<String> kept() throws InterruptedException {
    List<String> kept = new ArrayList<>();
    for (int machine = 1; machine <= MEMBERS; machine++) {
      String at = machines.address(machine);
      try {
        String aside = machines.on(machine, "ls -d /var/lib/etcd/*.aside-* 2>/dev/null || true");
        aside.lines().map((at + ":")::concat).forEach(kept::add);
      } catch (IOException off) {
        narrator.tell(at + " does not answer, and keeps nothing");
      }
    }
    return kept;
  }

  Machines machines() {
    return machines;
  }

  Operated payments() {
    return payments;
  }

  Path configuration() {
    return folder.resolve("quorate.yml");
  }

  /** Returns the version of the last release, to which members may be moved. */
  String newest() {
    return cast.etcd().getLast().tool().version();
  }

  /** Returns what has to be typed before a verb in another terminal. */
  String command() {
    return String.join(" ", machines.within(List.of()).words())
        + " ./quorate --config "
        + configuration();
  }

  /** Ends everything, in the reverse order of the start. */
  @Override
  public void close() {
    open.close();
  }
}
