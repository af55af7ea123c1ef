package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member that clients have taken all file handles from: it votes, and takes no connection. */
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class FileHandlesIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  /** Of these etcd keeps 150 for itself. */
  private static final int HANDLES = 200;

  @ParameterizedTest(name = "etcd {0}")
  @ValueSource(strings = {"3.5", "3.7"})
  void aMemberWithoutFileHandlesIsHungAndIsEndedAndStartedWithItsData(String minor)
      throws Exception {
    Stage stage = STAGES.with(minor, 3, 0, EtcdSettings.plain());
    EtcdMember victim = stage.etcd().member(LostMember.victim(Inspection.of(stage.etcd(), 3)));
    victim.stop();
    limit(victim.files().binary());
    victim.start();
    List<Socket> taken = new ArrayList<>();
    try (LostAgain person = LostAgain.of(stage, victim)) {
      Await.until("nobody else to be let in", LostAgain.LIMIT, () -> isTaken(victim, taken));
      Optional<Long> pid = victim.pid();
      person.awaitStatus("is hung: pid " + pid.orElseThrow() + " has used up its file handles");

      person.start(new StartJson("member-restart", Map.of(), "robin")).approveInSlack();
      ShowJson next = person.awaitOperation("its end", FileHandlesIT::hasEndedOrAsks);
      if (!next.hasCompleted()) {
        person.approveInSlack();
      }
      person.awaitState("completed");

      assertThat(victim.pid()).isPresent().isNotEqualTo(pid);
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    } finally {
      for (Socket one : taken) {
        one.close();
      }
    }
  }

  /** etcd may not end by SIGTERM while clients hold on to it: SIGKILL is asked for then. */
  private static boolean hasEndedOrAsks(ShowJson operation) {
    return operation.hasCompleted()
        || operation.state().equals("waiting-for-approval")
            && operation.steps().stream().anyMatch(step -> step.name().equals("kill-member"));
  }

  /** The process keeps the name by which the lab knows it. */
  private static void limit(Path binary) throws IOException {
    Path etcd = Files.readSymbolicLink(binary);
    Files.delete(binary);
    Files.writeString(
        binary, "#!/bin/bash\nulimit -n %d\nexec -a \"$0\" %s \"$@\"\n".formatted(HANDLES, etcd));
    assertThat(binary.toFile().setExecutable(true)).isTrue();
  }

  /** Takes every connection that etcd gives out, before anybody else does. */
  private static boolean isTaken(EtcdMember member, List<Socket> taken)
      throws InterruptedException {
    URI url = member.clientUrl();
    try {
      while (taken.size() < HANDLES) {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), 200);
        taken.add(socket);
      }
      return !member.isServing();
    } catch (IOException notYet) {
      return false;
    }
  }
}
