package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A member that listens on two networks, and is listed at two peer URLs. */
@Order(Turn.FIRST)
@InTurn(10)
class TwoPeerUrlsIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final int PEER_URLS = 3;

  static Stream<String> minors() {
    return FaultMatrix.oneOf("3.4", "3.7");
  }

  /** A newcomer joins at the one URL of its configuration, though its file advertises two. */
  @ParameterizedTest(name = "etcd {0}")
  @MethodSource("minors")
  void ofTwoUrlsTheWrongOneIsPutRightAndTheMemberCanBeReplacedToo(String minor) throws Exception {
    Stage stage = STAGES.with(minor, 3, 0, EtcdSettings.plain());
    EtcdMember member = stage.etcd().member("etcd-1");
    String own = member.peerUrl().toString();
    String other = "http://127.0.0.3:" + member.peerUrl().getPort();
    String wrong = "http://127.0.0.9:" + member.peerUrl().getPort();
    listensAtBoth(member, own, other);
    try (LostAgain person = LostAgain.of(stage, member)) {
      update(person, wrong + "," + other);

      person.start(of("member-restart")).approveInSlack();
      ShowJson ended = person.awaitState("completed");

      assertThat(ended.steps())
          .anyMatch(
              step ->
                  step.sentence().contains("from " + wrong + " to " + own)
                      && step.sentence().endsWith("; " + other + " stays"));
      assertThat(urls(person)).containsExactlyInAnyOrder(own, other);
      assertThat(person.quorate("status", Stage.CLUSTER).exitCode()).as("whole").isZero();

      member.kill();
      member.destroyData();
      person.start(of("minority-replace"));
      ShowJson asked = person.awaitState("waiting-for-approval");
      assertThat(asked.briefing().orElseThrow().warnings())
          .anyMatch(warning -> warning.contains("and comes back at " + own + " alone"));
      person.approveInSlack();
      person.awaitState("completed");

      assertThat(urls(person)).containsExactly(own);
      assertThat(Inspection.of(stage.etcd(), 3).differences()).isEmpty();
    }
  }

  private static void listensAtBoth(EtcdMember member, String own, String other) throws Exception {
    Path file = member.files().environmentFile();
    String text = Files.readString(file);
    for (String setting : Set.of("ETCD_LISTEN_PEER_URLS=", "ETCD_INITIAL_ADVERTISE_PEER_URLS=")) {
      text = text.replace(setting + own, setting + own + "," + other);
    }
    Files.writeString(file, text);
    member.stop();
    member.start();
    member.awaitServing(LostAgain.LIMIT);
  }

  private static void update(LostAgain person, String urls) throws Exception {
    EtcdMember member = person.victim();
    var updated =
        member
            .etcdctl()
            .run(
                member.clientUrl().toString(),
                "member",
                "update",
                person.idOfVictim(),
                "--peer-urls=" + urls);
    assertThat(updated.succeeded()).as(updated.output()).isTrue();
  }

  /** As {@code etcdctl member list} has them. */
  private static Set<String> urls(LostAgain person) throws Exception {
    return person.members().stream()
        .map(line -> line.split(", "))
        .filter(words -> words[2].equals(person.victim().name()))
        .flatMap(words -> Arrays.stream(words[PEER_URLS].split(",")))
        .collect(Collectors.toSet());
  }

  private static StartJson of(String runbook) {
    return new StartJson(runbook, Map.of(), "alice");
  }
}
