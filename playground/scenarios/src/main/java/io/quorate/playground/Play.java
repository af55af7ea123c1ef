package io.quorate.playground;

import io.quorate.cluster.EtcdVersion;
import io.quorate.lab.load.KeepingClient;
import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.operation.Phase;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Announcement;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Progress;
import io.quorate.playground.telling.Verdict;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One play of a scenario, from the first write to the verdict. */
final class Play {
  private static final int WRITES_BEFORE = 50;

  /** How many changes the client with the lock makes. */
  private static final long LOCK = 1;

  private static final Duration FIRST_WRITES = Duration.ofSeconds(30);
  private static final Duration CLOSING = Duration.ofSeconds(90);

  private final Stage stage;
  private final Narrator narrator;
  private final Script script;
  private final List<String> differences = new ArrayList<>();
  private final Announcement announcement = new Announcement();
  private Optional<ShowJson> operation = Optional.empty();
  private Optional<String> refusal = Optional.empty();

  /**
   * The scenario to play, and how.
   *
   * @param pace how long each writer of the client rests after each write
   */
  record Script(
      Scenario scenario,
      Approve approve,
      Set<KillPoint> kills,
      Duration limit,
      String etcd,
      Duration pace) {
    Script(Scenario scenario, Approve approve, Set<KillPoint> kills, Duration limit, String etcd) {
      this(scenario, approve, kills, limit, etcd, WritingClient.PACE);
    }

    /** Returns another scenario, played like this one with the kills left to this one. */
    Script of(Scenario another) {
      return new Script(another, approve, Set.of(), limit, etcd, pace);
    }
  }

  Play(Stage stage, Narrator narrator, Script script) {
    this.stage = stage;
    this.narrator = narrator;
    this.script = script;
  }

  /** Plays the scenario; the verdict contains whatever goes wrong on the way. */
  Verdict verdict() throws IOException, InterruptedException {
    int killsBefore = stage.worker().kills();
    playWhatComesFirst();
    Inspection before = Inspection.of(stage.etcd(), script.scenario().size());
    try (KeepingClient keeping = stage.keep();
        WritingClient client = stage.write(script.pace());
        GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      Await.until("the first writes", FIRST_WRITES, () -> client.acknowledged() >= WRITES_BEFORE);
      narrator.tell("a client writes all the time, and remembers what was acknowledged");
      Set<String> earlier = new HashSet<>(gateway.operations());
      long start = System.nanoTime();
      narrator.tell(script.scenario().breakIt(stage.etcd(), before));
      Originals originals = Originals.of(stage.etcd());
      heal(gateway, earlier, originals);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      int kills = stage.worker().kills() - killsBefore;
      if (kills < script.kills().size()) {
        differences.add(
            "the worker never came to all of "
                + script.kills()
                + ", so it was killed "
                + kills
                + " times; not at "
                + stage.worker().notReached());
      }
      return judge(new Clients(client, keeping), before, originals, took, kills);
    }
  }

  /** Plays the scenario before this one; what goes wrong there is a difference of this one too. */
  private void playWhatComesFirst() throws IOException, InterruptedException {
    Optional<Scenario> first = script.scenario().comesAfter();
    if (first.isPresent()) {
      Verdict verdict = new Play(stage, narrator, script.of(first.get())).verdict();
      verdict.differences().stream().map("before that, "::concat).forEach(differences::add);
    }
  }

  /** Sends the alert, or starts the operation that a person asks for. */
  private void call(GatewayApi gateway) throws IOException, InterruptedException {
    Optional<StartJson> wanted = script.scenario().start();
    if (wanted.isPresent()) {
      refusal = gateway.startOrHear(wanted.get());
      narrator.tell(
          wanted.get().requestedBy()
              + " starts "
              + wanted.get().runbook()
              + refusal.map(why -> ", refused: " + why).orElse(""));
    } else if (script.scenario().isSilent()) {
      narrator.tell("nobody alerts");
    } else {
      alert();
    }
  }

  /** Sends the alert twice, as Alertmanager may: the repetition has to change nothing. */
  private void alert() throws IOException, InterruptedException {
    Map<String, String> labels = new HashMap<>(script.scenario().alert());
    labels.put("job", Stage.JOB);
    Instant since = Instant.now();
    stage.alertmanager().fire(labels, since);
    stage.alertmanager().fire(labels, since);
    narrator.tell("alert " + labels.get("alertname") + " sent to the gateway, and once again");
  }

  private void heal(GatewayApi gateway, Set<String> earlier, Originals originals)
      throws InterruptedException {
    var progress = new Progress(narrator);
    var approving = new Approving(stage, narrator, script.approve(), script.kills());
    try {
      call(gateway);
      if (script.scenario().onlySaid().isPresent()) {
        awaitWords(gateway, script.scenario().onlySaid().get());
        requireNoOperation(gateway, earlier);
        return;
      }
      if (refusal.isPresent()) {
        script.scenario().refused(refusal.get());
        requireNoOperation(gateway, earlier);
        return;
      }
      Await.until(
          "the end of the operation",
          script.limit(),
          () -> {
            requireWorker();
            originals.look();
            look(gateway, earlier);
            operation.ifPresent(progress::look);
            operation.ifPresent(announcement::look);
            operation.ifPresent(approving::look);
            meanwhile(gateway);
            return isOver(gateway, earlier);
          });
      if (completed() && script.scenario().start().isEmpty()) {
        Await.until("the end of the incident", CLOSING, () -> closed(gateway));
      }
      if (completed() && script.scenario().restores()) {
        awaitDrill(gateway, earlier);
      }
      requireOneOperation(gateway, earlier);
    } catch (NotInTimeException | IllegalStateException | IOException never) {
      differences.add(String.valueOf(never.getMessage()));
    }
  }

  /** Waits for an open incident that says this. */
  private void awaitWords(GatewayApi gateway, String words) throws InterruptedException {
    Await.until(
        "an incident that says '" + words + "'",
        script.limit(),
        () -> {
          requireWorker();
          return gateway
              .incident()
              .filter(incident -> incident.open())
              .filter(incident -> String.valueOf(incident.finding()).contains(words))
              .isPresent();
        });
    gateway.incident().ifPresent(incident -> narrator.tell("the incident: " + incident.finding()));
  }

  /** Waits for the drill after the restore. Requires exactly one drill, with a good result. */
  private void awaitDrill(GatewayApi gateway, Set<String> earlier) throws InterruptedException {
    String restore = operation.orElseThrow().operation();
    List<ShowJson> drills = new ArrayList<>();
    Await.until(
        "the end of the drill after the restore",
        script.limit(),
        () -> {
          requireWorker();
          drills.clear();
          drills.addAll(gateway.after(restore));
          return !drills.isEmpty() && drills.stream().allMatch(ShowJson::hasEnded);
        });
    drills.forEach(drill -> earlier.add(drill.operation()));
    if (drills.size() > 1 || !drills.getFirst().hasCompleted()) {
      differences.add("the drill after the restore is not one good one: " + drills);
    }
  }

  /** Returns whether the last operation ended or parked; starts what a person starts after it. */
  private boolean isOver(GatewayApi gateway, Set<String> earlier) throws InterruptedException {
    if (operation.filter(now -> now.hasEnded() || now.hasParked()).isEmpty()) {
      return false;
    }
    ShowJson ended = operation.orElseThrow();
    Optional<StartJson> next = script.scenario().startsAfter(ended);
    if (next.isPresent()) {
      earlier.add(ended.operation());
      operation = Optional.empty();
      narrator.tell(
          ended.operation()
              + " ended as "
              + ended.state()
              + "; "
              + next.get().requestedBy()
              + " starts "
              + next.get().runbook()
              + " once more");
      Await.until(
          "the ended operation to close",
          CLOSING,
          () -> gateway.startUnlessAnotherRuns(next.get()));
    }
    return next.isEmpty();
  }

  private void meanwhile(GatewayApi gateway) throws InterruptedException {
    try {
      if (operation.isPresent()) {
        script.scenario().meanwhile(stage.etcd(), operation.get());
        Optional<String> asked = script.scenario().asks(operation.get());
        if (asked.isPresent()) {
          narrator.tell(gateway.ask(operation.get().operation(), asked.get()));
        }
      } else {
        Optional<GatewayApi.IncidentJson> incident = gateway.incident();
        if (incident.isPresent()) {
          script.scenario().whileNothingIsDone(stage.etcd(), incident.get());
        }
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed.getMessage(), failed);
    }
  }

  private void requireWorker() {
    if (!stage.worker().isAlive()) {
      throw new IllegalStateException("the worker's process ended by itself");
    }
  }

  /**
   * Records a difference if a play started more than one operation: a repeated alert must start
   * nothing.
   */
  private void requireOneOperation(GatewayApi gateway, Set<String> earlier)
      throws InterruptedException {
    List<String> started =
        gateway.operations().stream().filter(one -> !earlier.contains(one)).toList();
    if (started.size() > 1) {
      differences.add("one alert, sent twice, started several operations: " + started);
    }
  }

  private void requireNoOperation(GatewayApi gateway, Set<String> earlier)
      throws InterruptedException {
    if (!earlier.containsAll(gateway.operations())) {
      differences.add("what was refused started an operation: " + gateway.operations());
    }
  }

  private boolean closed(GatewayApi gateway) throws InterruptedException {
    return gateway.incident().filter(incident -> !incident.open()).isPresent();
  }

  private void look(GatewayApi gateway, Set<String> earlier) throws InterruptedException {
    Optional<String> id = operation.map(ShowJson::operation);
    if (id.isEmpty()) {
      id = gateway.operations().stream().filter(one -> !earlier.contains(one)).findFirst();
    }
    if (id.isPresent()) {
      operation = gateway.operation(id.get()).or(() -> operation);
    } else {
      gateway.endQuiet();
    }
  }

  private record Clients(WritingClient writing, KeepingClient keeping) {}

  private Verdict judge(
      Clients clients, Inspection before, Originals originals, Duration took, int kills)
      throws IOException, InterruptedException {
    Writes writes = clients.writing().stop();
    Optional<KeepingClient.Kept> client = keptBy(clients.keeping());
    Inspection after = Inspection.of(stage.etcd(), script.scenario().sizeAfter());
    String outcome = outcome();
    if (!outcome.equals(script.scenario().outcome())) {
      differences.add(
          "the operation ended as "
              + outcome
              + operation
                  .map(ShowJson::because)
                  .or(() -> refusal)
                  .map(why -> ": " + why)
                  .orElse(""));
    }
    differences.addAll(after.differences());
    client.flatMap(kept -> unheard(kept, after)).ifPresent(differences::add);
    // Before the scenario's own check, which may restart members.
    List<Verdict.OriginalJson> old = originals.judged();
    old.stream().map(Verdict.OriginalJson::differences).forEach(differences::addAll);
    differences.addAll(script.scenario().differences(stage.etcd(), before, after));
    differences.addAll(script.scenario().untold(stage));
    Set<String> lost = lost(writes);
    return new Verdict(
        script.scenario().name(),
        outcome,
        Verdict.seconds(took),
        operation.map(ShowJson::operation).orElse(null),
        operation.map(ShowJson::round).orElse(0),
        operation.map(Verdict::times).orElse(List.of()),
        new Verdict.WritesJson(
            writes.acknowledged().size(),
            writes.failed(),
            lost.size(),
            writes.longestStall().toMillis()),
        announcement.loss(),
        client.orElse(null),
        kills,
        after.members(),
        script.etcd(),
        kept(),
        old,
        differences);
  }

  /**
   * Difference where a client that watched since before a restore was not told to list anew: its
   * revisions are raised, and the older ones compacted. No etcd 3.4 of the playground can.
   */
  private Optional<String> unheard(KeepingClient.Kept kept, Inspection after) {
    boolean raised =
        script.scenario().restores()
            && after.versions().stream()
                .map(EtcdVersion::parse)
                .allMatch(EtcdVersion::raisesRevisions);
    return raised && !kept.watch().equals("compacted")
        ? Optional.of("a watch from before the restore was not told to list anew: " + kept.watch())
        : Optional.empty();
  }

  private Optional<KeepingClient.Kept> keptBy(KeepingClient client) throws InterruptedException {
    for (EtcdMember member :
        stage.etcd().members().stream().filter(EtcdMember::isRunning).toList()) {
      try {
        return Optional.of(client.look(member.clientUrl()));
      } catch (IOException silent) {
        narrator.tell(member.name() + " does not tell of lease and lock: " + silent.getMessage());
      }
    }
    return Optional.empty();
  }

  private String outcome() {
    return operation
        .map(ShowJson::state)
        .or(() -> refusal.map(why -> Phase.REFUSED.words()))
        .orElse("none");
  }

  private boolean completed() {
    return operation.filter(ShowJson::hasCompleted).isPresent();
  }

  private Set<String> lost(Writes writes) throws InterruptedException {
    List<URI> voters =
        stage.etcd().members().stream()
            .filter(EtcdMember::isRunning)
            .map(EtcdMember::clientUrl)
            .toList();
    ReadBack.Missing missing = ReadBack.through(voters, writes.acknowledged());
    differences.addAll(missing.unread());
    if (missing.lost().size() > script.scenario().mayLose()) {
      differences.add(
          missing.lost().size()
              + " acknowledged writes are lost, among them "
              + missing.lost().iterator().next());
    }
    if (!announcement.loss().covers(missing.lost().size())) {
      differences.add(
          missing.lost().size()
              + " acknowledged writes are lost, and before the approval fewer were announced: "
              + announcement.text());
    }
    requireCertain(missing.lost().size(), writes);
    return missing.lost();
  }

  /**
   * Records a difference if more was announced as certainly lost than can be missing.
   *
   * <p>The bound is sound because each revision that the source lacks is one change of the old
   * cluster, and each change was made by one of these: a writer, under a key of its own, so that an
   * acknowledged one is read back as missing, and one without an answer is among those that were
   * sent and not answered; the client with the lock, which took it once, and whose lease has no
   * revision; or the scenario itself. Quorate writes its canary only once quorum is back, which is
   * after the loss was announced. A writer that was refused the connection has sent nothing.
   */
  private void requireCertain(long acknowledgedLost, Writes writes) {
    long most = acknowledgedLost + writes.unanswered() + LOCK + script.scenario().changes();
    if (!announcement.loss().certainOfNoMoreThan(most)) {
      differences.add(
          "more was announced as certainly lost than the "
              + most
              + " changes that can be missing ("
              + acknowledgedLost
              + " acknowledged writes and "
              + writes.unanswered()
              + " without an answer among them): "
              + announcement.text());
    }
  }

  private List<String> kept() throws IOException {
    List<String> kept = new ArrayList<>();
    for (EtcdMember member : stage.etcd().members()) {
      LostMember.setAside(member).stream().map(Path::toString).forEach(kept::add);
    }
    return kept;
  }
}
