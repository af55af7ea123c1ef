package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.killing.PlayedWorker;
import io.quorate.playground.killing.WorkerKeeper;
import io.quorate.playground.killing.WorkerProgram;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Order(Turn.LAST)
@InTurn({3, 6, 9, 12})
class LateAttemptIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  /** What an attempt that comes too late could spoil. */
  private record Left(
      List<String> members,
      List<Optional<Long>> processes,
      List<Path> aside,
      List<String> changes) {}

  /** A call to a host; two of them and two to etcd in the profile. */
  static Stream<String> steps() {
    return "all".equals(System.getProperty("quorate.faultMatrix"))
        ? Stream.of("remove-member", "set-data-aside", "add-learner", "start-member")
        : Stream.of("start-member");
  }

  @ParameterizedTest
  @MethodSource("steps")
  void anAttemptThatWakesUpAfterTheOperationChangesNothing(String step) throws Exception {
    Stage stage = STAGES.on("3.6");
    stage.worker().awaitPolling(LIMIT);
    var changes = MembershipLog.of(stage.etcd().member("etcd-0"));
    var stands = stage.worker().stopAt(new KillPoint(step, Moment.BEFORE));
    long frozen = stage.worker().pid();
    try (Other other = new Other(stage)) {
      Verdict verdict =
          STAGES
              .recovery()
              .approvedAtOnce(
                  () -> {
                    stands.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                    send(Signal.STOP, frozen);
                    other.start();
                  });
      Left before = left(stage, changes);

      var passed = stage.worker().goOn();
      send(Signal.CONT, frozen);
      passed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

      assertThat(left(stage, changes)).isEqualTo(before);
      System.out.printf("frozen in %s: %.1f s%n", step, verdict.seconds());
    }
    stage.worker().kill("so that the next test finds a fresh one");
  }

  @Test
  void twoWorkersAtOnceReplaceTheMemberOnce() throws Exception {
    Stage stage = STAGES.on("3.6");
    try (Other other = new Other(stage)) {
      other.start().awaitPolling(LIMIT);
      STAGES.recovery().approvedAtOnce(() -> {});
    }
  }

  private static Left left(Stage stage, MembershipLog changes)
      throws IOException, InterruptedException {
    Inspection now = atRest(stage);
    List<Path> aside = new ArrayList<>();
    for (EtcdMember member : stage.etcd().members()) {
      aside.addAll(LostMember.setAside(member));
    }
    return new Left(
        now.members().stream().map(one -> one.name() + one.id() + one.votingStatus()).toList(),
        stage.etcd().members().stream().map(EtcdMember::pid).toList(),
        aside,
        List.of("in " + changes.added(), "out " + changes.removed()));
  }

  /**
   * The cluster once nobody writes. A worker that was frozen may have taken the verification too,
   * and writes the canary when it wakes up: Quorate's own key, and no harm.
   */
  private static Inspection atRest(Stage stage) throws InterruptedException {
    AtomicReference<Inspection> last = new AtomicReference<>(Inspection.of(stage.etcd(), 3));
    Await.until(
        "a cluster without differences",
        LIMIT,
        () -> {
          last.set(Inspection.of(stage.etcd(), 3));
          return last.get().differences().isEmpty();
        });
    return last.get();
  }

  private static void send(Signal signal, long pid) throws IOException, InterruptedException {
    var kill = Command.of("sh", "-c", "kill -s \"$0\" \"$1\"", signal.name(), "" + pid);
    assertThat(kill.run(LIMIT).succeeded()).isTrue();
  }

  /** A second worker beside the stage's. */
  private static final class Other implements AutoCloseable {
    private final Stage stage;
    private Optional<WorkerKeeper> worker = Optional.empty();

    Other(Stage stage) {
      this.stage = stage;
    }

    WorkerKeeper start() throws IOException {
      StageFolder folder = stage.folder();
      var program =
          new WorkerProgram(PlayedWorker.class, folder.configuration(), folder.log("other-worker"));
      worker = Optional.of(WorkerKeeper.start(program, Set.of(), told -> {}));
      return worker.get();
    }

    @Override
    public void close() {
      worker.ifPresent(WorkerKeeper::close);
    }
  }
}
