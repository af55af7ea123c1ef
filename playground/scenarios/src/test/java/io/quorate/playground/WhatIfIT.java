package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.operated.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses that are stated first, and then happen to a real etcd. */
@InTurn(3)
class WhatIfIT {
  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  @TempDir Path kept;

  private Stage stage;

  /**
   * The members of a loss are {@code f} and {@code g}, the followers, and {@code l}, the leader:
   * who leads after the leader nobody can know.
   */
  @ParameterizedTest
  @ValueSource(strings = {"process=f", "process=g", "f", "g"})
  void thePlanOfALossWithQuorumHasTheDigestOfThePlanOnceItHappened(String loss) throws Exception {
    open();

    Map<String, JsonNode> plans = statedAndHappened(loss);

    assertThat(plans.get("stated").path("digest")).isEqualTo(plans.get("happened").path("digest"));
  }

  /** Without quorum the digest has the time at which the record last saw the members. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "process=f,process=g",
        "process=f,g",
        "f,g",
        "process=f,process=g,process=l",
        "f,process=g,process=l",
        "f,g,l"
      })
  void thePlanOfALossOfQuorumHasTheStepsOfThePlanOnceItHappened(String loss) throws Exception {
    open();

    Map<String, JsonNode> plans = statedAndHappened(loss);

    assertThat(plans.get("stated").path("title")).isEqualTo(plans.get("happened").path("title"));
    assertThat(steps(plans.get("stated"))).isEqualTo(steps(plans.get("happened")));
  }

  /** Returns the steps without the id of a restored cluster, which is new with each look. */
  private static String steps(JsonNode plan) {
    return plan.path("steps").toString().replaceAll("cluster [0-9a-f]+", "cluster ID");
  }

  private void open() throws Exception {
    stage = STAGES.on("3.6");
    stage.worker().awaitPolling(LIMIT);
    Remembered.await(stage.etcd());
    if (quorate("snapshots", Stage.CLUSTER).out().contains("No snapshot")) {
      try (ApprovedOperations operations = new ApprovedOperations(stage, LIMIT)) {
        Set<String> earlier = operations.earlier();
        operations.start("backup");
        operations.completed(earlier);
      }
    }
  }

  private Map<String, JsonNode> statedAndHappened(String letters) throws Exception {
    List<String> losses = named(letters);
    JsonNode judged = json("what-if", Stage.CLUSTER, "--lose", String.join(",", losses));
    JsonNode stated = judged.path("losses").path(0).path("answer");
    assertThat(stated.path("prescription").asText()).as(judged.toString()).isEqualTo("plan");
    for (String loss : losses) {
      befall(loss);
    }
    try {
      return Map.of("stated", stated, "happened", happened(stated, losses));
    } finally {
      for (String loss : losses) {
        putBack(member(loss));
      }
      for (EtcdMember member : stage.etcd().members()) {
        member.awaitServing(LIMIT);
      }
    }
  }

  /** Returns the plan of the runbook, with the options of the one that is proposed. */
  private JsonNode happened(JsonNode stated, List<String> losses) throws InterruptedException {
    String runbook = stated.path("runbook").asText();
    String[] command =
        runbook.equals("minority-replace")
            ? new String[] {
              "plan", runbook, Stage.CLUSTER, "--member", member(losses.getFirst()).name()
            }
            : new String[] {"plan", runbook, Stage.CLUSTER};
    Map<String, JsonNode> last = new HashMap<>();
    Await.until(
        "a plan of " + runbook,
        LIMIT,
        PAUSE,
        () -> {
          last.put("plan", json(command));
          return last.get("plan").path("prescription").asText().equals("plan");
        });
    return last.get("plan");
  }

  private List<String> named(String letters) throws Exception {
    Inspection now = Inspection.of(stage.etcd(), 3);
    Map<Boolean, List<String>> leads =
        stage.etcd().members().stream()
            .map(EtcdMember::name)
            .collect(Collectors.partitioningBy(now::leads));
    Map<String, String> names =
        Map.of(
            "f", leads.get(false).getFirst(),
            "g", leads.get(false).getLast(),
            "l", leads.get(true).getFirst());
    return Arrays.stream(letters.split(","))
        .map(
            loss ->
                loss.startsWith("process=")
                    ? "process=" + names.get(loss.substring("process=".length()))
                    : names.get(loss))
        .toList();
  }

  private void befall(String loss) throws Exception {
    EtcdMember member = member(loss);
    member.kill();
    if (!loss.startsWith("process=")) {
      Files.move(member.dataDirectory(), kept.resolve(member.name()));
    }
  }

  private void putBack(EtcdMember member) throws Exception {
    Path data = kept.resolve(member.name());
    if (Files.exists(data)) {
      Files.move(data, member.dataDirectory());
    }
    member.start();
  }

  private EtcdMember member(String loss) {
    return stage.etcd().member(loss.replace("process=", ""));
  }

  private JsonNode json(String... words) throws InterruptedException {
    try {
      String[] all = Arrays.copyOf(words, words.length + 2);
      all[words.length] = "-o";
      all[words.length + 1] = "json";
      ChildJvm.Ended ended = quorate(all);
      assertThat(ended.out()).as(ended.said()).startsWith("{");
      return new ObjectMapper().readTree(ended.out());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private ChildJvm.Ended quorate(String... words) throws IOException, InterruptedException {
    return new ChildJvm(stage.folder().configuration()).run(words);
  }
}
