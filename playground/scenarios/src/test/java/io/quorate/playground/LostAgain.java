package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A member is lost and the alert is out; the test follows what comes of it, step by step. */
final class LostAgain implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(90);

  private final Stage stage;
  private final GatewayApi gateway;
  private final EtcdMember victim;
  private Set<String> earlier;

  private LostAgain(Stage stage, EtcdMember victim) {
    this.stage = stage;
    this.victim = victim;
    this.gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER);
    this.earlier = Set.of();
  }

  /** Breaks it; nobody knows yet. */
  static LostAgain on(Stage stage) throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    Inspection before = Inspection.of(stage.etcd(), 3);
    new LostMember().breakIt(stage.etcd(), before);
    return new LostAgain(stage, stage.etcd().member(LostMember.victim(before)));
  }

  /** This member is down; nobody knows yet. */
  static LostAgain of(Stage stage, EtcdMember victim) throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    return new LostAgain(stage, victim);
  }

  /** The member that is lost. */
  EtcdMember victim() {
    return victim;
  }

  /** As etcd lists it. */
  String idOfVictim() throws IOException, InterruptedException {
    return members().stream()
        .filter(line -> line.contains(", " + victim.name() + ", "))
        .map(line -> line.split(",", 2)[0])
        .findFirst()
        .orElseThrow();
  }

  /** A new alert; what comes of it is told from what was before. */
  LostAgain alert() throws IOException, InterruptedException {
    earlier = Set.copyOf(gateway.operations());
    Map<String, String> labels = new HashMap<>(new LostMember().alert());
    labels.put("job", Stage.JOB);
    stage.alertmanager().fire(labels, Instant.now());
    return this;
  }

  /** A person starts this; what comes of it is told from what was before. */
  LostAgain start(StartJson wanted) throws IOException, InterruptedException {
    earlier = Set.copyOf(gateway.operations());
    gateway.start(wanted);
    return this;
  }

  /** What the incident does next is told from what was before. */
  LostAgain next() throws InterruptedException {
    earlier = Set.copyOf(gateway.operations());
    return this;
  }

  /** The operation of the alert, once it is so. */
  ShowJson awaitOperation(String what, Predicate<ShowJson> so) throws InterruptedException {
    return awaitOperation(what, LIMIT, so);
  }

  /** The operation of the alert, once it is so, which may take as long as the limit. */
  ShowJson awaitOperation(String what, Duration limit, Predicate<ShowJson> so)
      throws InterruptedException {
    AtomicReference<Optional<ShowJson>> last = new AtomicReference<>(Optional.empty());
    try {
      Await.until(
          what,
          limit,
          () -> {
            last.set(operation().or(last::get));
            return last.get().filter(so).isPresent();
          });
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; it is " + last.get(), spent);
    }
    return last.get().orElseThrow();
  }

  ShowJson awaitState(String state) throws InterruptedException {
    return awaitOperation(
        "an operation that is " + state, operation -> operation.state().equals(state));
  }

  private Optional<ShowJson> operation() throws InterruptedException {
    Optional<String> id =
        gateway.operations().stream().filter(one -> !earlier.contains(one)).findFirst();
    if (id.isEmpty()) {
      gateway.endQuiet();
      return Optional.empty();
    }
    return gateway.operation(id.get());
  }

  /** A click on the question that is open, heard by whoever listens. */
  void approveInSlack() throws InterruptedException {
    approve(question());
  }

  /** The message in Slack with the question that is open. */
  ChannelMessage question() throws InterruptedException {
    String digest = awaitState("waiting-for-approval").digest().orElseThrow();
    return stage
        .slack()
        .awaitMessage(
            LIMIT,
            message ->
                message
                    .valueOf(ButtonValue.APPROVE)
                    .flatMap(ButtonValue::parse)
                    .filter(button -> button.digest().equals(digest))
                    .isPresent());
  }

  /** A click on this message, as people saw it. */
  void approve(ChannelMessage question) {
    boolean heard =
        stage
            .slack()
            .click(question, ButtonValue.APPROVE, Person.DANA)
            .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
            .join();
    assertThat(heard).isTrue();
  }

  /** Whatever was wrong is mended: it ends well. */
  void endsWell() throws InterruptedException {
    approveInSlack();
    isWhole();
  }

  /** It was approved already. */
  void isWhole() throws InterruptedException {
    awaitEnd();
    assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
  }

  /** The operation completes, and its incident closes. */
  ShowJson awaitEnd() throws InterruptedException {
    ShowJson ended = awaitState("completed");
    Await.until("the incident to close", LIMIT, this::closed);
    return ended;
  }

  /** The incident says this of the cluster; nothing is done about it. */
  void awaitFinding(String words) throws InterruptedException {
    Await.until(
        "a finding with: " + words,
        LIMIT,
        () ->
            gateway
                .incident()
                .filter(incident -> String.valueOf(incident.finding()).contains(words))
                .isPresent());
    assertThat(operation()).isEmpty();
  }

  private boolean closed() throws InterruptedException {
    return gateway.incident().filter(incident -> !incident.open()).isPresent();
  }

  /** What the product's command line says to these words. */
  ChildJvm.Ended quorate(String... words) throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }

  /** Approves a plan that can cost writes, as two people. */
  void approveByTwo(ShowJson asked) throws IOException, InterruptedException {
    for (String approver : List.of("dana", "robin")) {
      var said =
          quorate(
              "approve",
              asked.operation(),
              "--digest",
              asked.digest().orElseThrow(),
              "--confirm",
              Stage.CLUSTER,
              "--as",
              approver);
      assertThat(said.exitCode()).as(said.said()).isZero();
    }
  }

  /** {@code status} says this; a member that has just fallen silent is not told at once. */
  void awaitStatus(String words) throws InterruptedException {
    Await.until("status to say " + words, LIMIT, () -> statusSays(words));
  }

  private boolean statusSays(String words) throws InterruptedException {
    try {
      return quorate("status", Stage.CLUSTER).out().contains(words);
    } catch (IOException unread) {
      return false;
    }
  }

  List<String> members() throws IOException, InterruptedException {
    var list = stage.etcd().member("etcd-0").etcdctl();
    return list.run(stage.etcd().member("etcd-0").clientUrl().toString(), "member", "list")
        .output()
        .lines()
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    gateway.close();
  }
}
