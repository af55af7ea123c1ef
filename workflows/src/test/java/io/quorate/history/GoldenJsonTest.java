package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Installation;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Workload;
import io.quorate.operation.Assessment;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.RecordedStep;
import io.quorate.operation.Request;
import io.quorate.operation.StepState;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.Work;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.quorate.step.SwitchRelease;
import io.quorate.workflow.Diagnosed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wire form of histories. A golden file that has to be changed, rather than added to, means
 * that a running operation cannot be read by the next version.
 */
class GoldenJsonTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/history");
  private static final Pattern SECRET =
      Pattern.compile("(?i)password|token|secret|credential|private|apikey");
  private static final List<Class<? extends Enum<?>>> ENUMS =
      List.of(
          Alarm.Kind.class,
          Approval.State.class,
          Assessment.Channel.class,
          DataDirectory.State.class,
          Decision.Kind.class,
          Diagnosed.Verdict.class,
          Door.class,
          Hazard.class,
          MembershipSource.class,
          PeerActivity.class,
          Phase.class,
          Request.Verb.class,
          RecordedResult.Outcome.class,
          RecordedStep.Skip.class,
          StepState.Progress.class,
          SwitchRelease.Kind.class,
          WatchOrder.Parked.Cause.class,
          Work.OnAbort.class,
          Workload.State.class);

  private final ObjectMapper mapper =
      HistoryMapper.create().enable(SerializationFeature.INDENT_OUTPUT);

  static Set<String> stored() {
    return Stored.values().keySet();
  }

  @ParameterizedTest
  @MethodSource("stored")
  void aStoredValueIsWrittenAsTheGoldenFileHasIt(String name) throws IOException {
    String json = mapper.writeValueAsString(Stored.values().get(name)) + "\n";
    Path file = GOLDEN.resolve(name + ".json");
    if (Boolean.getBoolean("histories.record")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, json);
    }

    assertThat(mapper.readTree(json)).isEqualTo(mapper.readTree(Files.readString(file)));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void whatANewerVersionAddsIsIgnored(String name) throws IOException {
    Object value = Stored.values().get(name);
    ObjectNode newer = (ObjectNode) mapper.readTree(GOLDEN.resolve(name + ".json").toFile());
    newer.put("later", "a field of the next version");

    assertThat(mapper.treeToValue(newer, value.getClass())).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("stored")
  void noFieldIsNamedLikeASecret(String name) throws IOException {
    JsonNode golden = mapper.readTree(GOLDEN.resolve(name + ".json").toFile());

    assertThat(fields(golden)).isNotEmpty().noneMatch(field -> SECRET.matcher(field).find());
  }

  /** An environment file may hold passwords. */
  @Test
  void theSettingsOfAMemberAreNeverStored() throws IOException {
    Installation seen =
        new Installation(
            Optional.of(EtcdVersion.parse("3.6.16")),
            List.of(),
            new TreeMap<>(Map.of("ETCD_DISCOVERY_PASSWORD", "hunter2")),
            Optional.of(90L));

    String json = mapper.writeValueAsString(seen);

    assertThat(json).doesNotContain("hunter2", "settings");
    Installation read = mapper.readValue(json, Installation.class);
    assertThat(read.settings()).isEmpty();
    assertThat(read.binary()).isEqualTo(seen.binary());
  }

  @Test
  void everyKindOfStepIsInAGoldenFile() {
    assertThat(Stored.steps().stream().<Class<?>>map(Step::getClass))
        .containsExactlyInAnyOrderElementsOf(Step.kinds());
  }

  @Test
  void aNameOnceStoredIsKept() throws IOException {
    Path file = GOLDEN.resolve("names.txt");
    List<String> now =
        ENUMS.stream()
            .flatMap(
                kind ->
                    Arrays.stream(kind.getEnumConstants()).map(c -> name(kind) + " " + c.name()))
            .toList();
    if (Boolean.getBoolean("histories.record")) {
      Files.createDirectories(GOLDEN);
      Files.write(file, now);
    }

    assertThat(now).containsAll(Files.readAllLines(file));
  }

  private static String name(Class<?> kind) {
    return kind.getName().replaceAll(".*\\.", "").replace('$', '.');
  }

  private static Stream<String> fields(JsonNode node) {
    return Stream.concat(
        node.properties().stream().map(Map.Entry::getKey),
        node.valueStream().flatMap(GoldenJsonTest::fields));
  }
}
