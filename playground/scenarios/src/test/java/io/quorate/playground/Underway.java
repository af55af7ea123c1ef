package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.SeenMember;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A scenario that is under way while a client writes; every question gets its yes. The test brings
 * in what nobody reckoned with, and follows what comes of it.
 */
final class Underway implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int WRITES_BEFORE = 50;

  private final Stage stage;
  private final Scenario scenario;
  private final Inspection before;
  private final WritingClient client;
  private final GatewayApi gateway;
  private final Approving approving;

  private Underway(Stage stage, Scenario scenario, Narrator narrator)
      throws IOException, InterruptedException {
    this.stage = stage;
    this.scenario = scenario;
    this.before = Inspection.of(stage.etcd(), scenario.size());
    this.gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER);
    this.approving = new Approving(stage, narrator, Approve.AUTO, Set.of());
    this.client = stage.write();
  }

  /** Breaks it, and has the runbook started that answers it. */
  static Underway of(Stage stage, Scenario scenario, Narrator narrator)
      throws IOException, InterruptedException {
    var underway = new Underway(stage, scenario, narrator);
    underway.begin();
    return underway;
  }

  private void begin() throws IOException, InterruptedException {
    Await.until("the first writes", LIMIT, () -> client.acknowledged() >= WRITES_BEFORE);
    scenario.breakIt(stage.etcd(), before);
    if (scenario.start().isPresent()) {
      gateway.start(scenario.start().get());
    } else {
      Map<String, String> labels = new HashMap<>(scenario.alert());
      labels.put("job", Stage.JOB);
      stage.alertmanager().fire(labels, Instant.now());
    }
  }

  /** The worker dies at this point, and its operation with it: what it has done stays as it is. */
  void diesAt(KillPoint point) throws IOException, InterruptedException {
    var stands = stage.worker().stopAt(point);
    until("the worker to stand at " + point, stands::isDone);
    try (Histories temporal = new Histories(stage.temporal().target())) {
      temporal.terminate("operation/" + Stage.CLUSTER);
    }
    stage.worker().kill("with what it had begun");
  }

  /** A person starts this; the operation is this one from now on. */
  void start(StartJson wanted) throws InterruptedException {
    AtomicReference<String> because = new AtomicReference<>("");
    try {
      Await.until(wanted + " to be taken", LIMIT, () -> isTaken(wanted, because));
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; the last answer: " + because.get(), spent);
    }
  }

  /** One that has come to its end may still have to say so. */
  private boolean isTaken(StartJson wanted, AtomicReference<String> because)
      throws InterruptedException {
    try {
      gateway.start(wanted);
      return true;
    } catch (IOException | IllegalStateException refused) {
      because.set(String.valueOf(refused.getMessage()));
      return false;
    }
  }

  /** What the members run, each version once, as soon as all of them serve. */
  Set<String> versions() throws IOException, InterruptedException {
    for (EtcdMember member : stage.etcd().members()) {
      member.awaitServing(LIMIT);
    }
    return Inspection.of(stage.etcd(), scenario.size()).versions();
  }

  /** Until this is so; questions are answered meanwhile. */
  void until(String what, BooleanSupplier so) throws InterruptedException {
    Await.until(
        what,
        LIMIT,
        () -> {
          operation().ifPresent(approving::look);
          return so.getAsBoolean();
        });
  }

  /** The operation, once it is so. */
  ShowJson awaitOperation(String what, Predicate<ShowJson> so) throws InterruptedException {
    AtomicReference<Optional<ShowJson>> last = new AtomicReference<>(Optional.empty());
    try {
      Await.until(
          what,
          LIMIT,
          () -> {
            last.set(operation().or(last::get));
            last.get().ifPresent(approving::look);
            return last.get().filter(so).isPresent();
          });
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; it is " + last.get(), spent);
    }
    return last.get().orElseThrow();
  }

  private Optional<ShowJson> operation() throws InterruptedException {
    Optional<String> newest = gateway.operations().stream().findFirst();
    return newest.isPresent() ? gateway.operation(newest.get()) : Optional.empty();
  }

  /** What was started last comes to this end; the client goes on. */
  void ends(String state) throws InterruptedException {
    awaitOperation("the end of the operation", now -> now.state().equals(state));
  }

  /** Names of the members whose process is there. */
  Set<String> running() {
    return Set.copyOf(
        stage.etcd().members().stream()
            .filter(EtcdMember::isRunning)
            .map(EtcdMember::name)
            .toList());
  }

  /** It comes to its end, all is as the scenario has to end, and no acknowledged write is lost. */
  Writes endsWell() throws IOException, InterruptedException {
    ends("completed");
    Writes writes = nothingIsLost(scenario.sizeAfter());
    Inspection after = Inspection.of(stage.etcd(), scenario.sizeAfter());
    assertThat(scenario.differences(stage.etcd(), before, after)).isEmpty();
    return writes;
  }

  /** It comes to an end of this kind, with the members and their etcd of the beginning. */
  Writes endsWhereItBegan(String state) throws IOException, InterruptedException {
    ends(state);
    Writes writes = nothingIsLost(scenario.size());
    Inspection after = Inspection.of(stage.etcd(), scenario.size());
    assertThat(after.members())
        .extracting(SeenMember::name, SeenMember::id, SeenMember::version)
        .containsExactlyElementsOf(
            before.members().stream()
                .map(member -> tuple(member.name(), member.id(), member.version()))
                .toList());
    return writes;
  }

  /** All members agree, and no acknowledged write is lost; the client ends. */
  Writes nothingIsLost(int size) throws IOException, InterruptedException {
    return nothingIsLost(stage, client, size);
  }

  /** All members agree, and no write that this client was told of is lost; the client ends. */
  static Writes nothingIsLost(Stage stage, WritingClient client, int size)
      throws IOException, InterruptedException {
    Writes writes = client.stop();
    assertThat(Inspection.of(stage.etcd(), size).differences()).isEmpty();
    List<URI> voters =
        stage.etcd().members().stream()
            .filter(EtcdMember::isRunning)
            .map(EtcdMember::clientUrl)
            .toList();
    ReadBack.Missing missing = ReadBack.through(voters, writes.acknowledged());
    assertThat(missing.unread()).isEmpty();
    assertThat(missing.lost()).isEmpty();
    assertThat(writes.acknowledged()).hasSizeGreaterThan(100);
    return writes;
  }

  @Override
  public void close() throws IOException {
    client.close();
    gateway.close();
  }
}
