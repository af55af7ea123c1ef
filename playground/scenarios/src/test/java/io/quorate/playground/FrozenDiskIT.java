package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member whose disk hangs: it answers from memory, and SIGTERM does not end it. */
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class FrozenDiskIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @ParameterizedTest(name = "etcd {0}")
  @ValueSource(strings = {"3.5", "3.7"})
  void aMemberOnAFrozenDiskIsNamedAndServesOnceTheDiskAnswers(String minor) throws Exception {
    Optional<String> whyNot = LoopDisk.whyNot();
    Assumptions.assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
    Stage stage = STAGES.on(minor);
    EtcdMember victim = stage.etcd().member(LostMember.victim(Inspection.of(stage.etcd(), 3)));
    victim.stop();
    LoopDisk disk = LoopDisk.holding(victim.dataDirectory(), 256);
    try (LostAgain lost = LostAgain.of(stage, victim)) {
      victim.start();
      victim.awaitServing(LostAgain.LIMIT);
      Optional<Long> pid = victim.pid();
      disk.freeze();
      lost.awaitStatus("waits for its disk: thread");
      lost.start(new StartJson("member-restart", Map.of(), "robin")).approveInSlack();
      lost.awaitOperation("a question before SIGKILL", FrozenDiskIT::asksBeforeKilling);
      lost.approveInSlack();
      Await.until("SIGKILL to end it", LostAgain.LIMIT, () -> !victim.pid().equals(pid));
      disk.thaw();
      lost.awaitState("completed");
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    } finally {
      disk.thaw();
      victim.stop();
      disk.close();
    }
    victim.start();
    victim.awaitServing(LostAgain.LIMIT);
  }

  private static boolean asksBeforeKilling(ShowJson operation) {
    return operation.state().equals("waiting-for-approval")
        && operation.steps().stream().anyMatch(step -> step.name().equals("kill-member"));
  }
}
