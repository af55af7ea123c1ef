package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.EtcdVersion;
import io.quorate.step.Step;
import io.quorate.workload.Installation;
import io.quorate.workload.NextStart;
import io.quorate.workload.PlatformAdvice;
import io.quorate.workload.WorkloadControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wire form of histories. A golden file that has to be changed, rather than added to, means
 * that a running operation cannot be read by the next version.
 */
class GoldenJsonTest {
  private static final Pattern SECRET =
      Pattern.compile("(?i)password|token|secret|credential|private|apikey");
  private final ObjectMapper mapper =
      HistoryMapper.create().enable(SerializationFeature.INDENT_OUTPUT);

  static Set<String> stored() {
    return Stored.values().keySet();
  }

  @ParameterizedTest
  @MethodSource("stored")
  void aStoredValueIsWrittenAsInTheNewestGoldenFile(String name) throws IOException {
    String json = mapper.writeValueAsString(Stored.values().get(name)) + "\n";
    Path file = Goldens.newest(name);
    if (Boolean.getBoolean("histories.record")
        && !(Files.exists(file) && Goldens.read(file).equals(json))) {
      Goldens.record(name + ".json", json);
    }

    assertThat(mapper.readTree(json))
        .as(
            "what is stored changed its form: docs/contributing.md#what-is-stored says how that is"
                + " done")
        .isEqualTo(mapper.readTree(Goldens.read(Goldens.newest(name))));
  }

  static List<Path> goldens() {
    return Goldens.payloads();
  }

  /** A payload of any form is read, and what it says is still there when it is written again. */
  @ParameterizedTest
  @MethodSource("goldens")
  void everyGoldenFileOfEveryFormIsReadAndNothingOfItIsLost(Path file) throws IOException {
    JsonNode golden = mapper.readTree(Goldens.read(file));

    Object read = mapper.treeToValue(golden, Stored.kind(file));

    assertThat(lost("", golden, mapper.readTree(mapper.writeValueAsString(read)))).isEmpty();
  }

  private static List<String> lost(String path, JsonNode was, JsonNode now) {
    if (was.isObject()) {
      return was.properties().stream()
          .filter(field -> !field.getValue().isNull())
          .flatMap(
              field ->
                  lost(path + "/" + field.getKey(), field.getValue(), now.path(field.getKey()))
                      .stream())
          .toList();
    }
    if (was.isArray() && now.isArray() && was.size() == now.size()) {
      return IntStream.range(0, was.size())
          .boxed()
          .flatMap(k -> lost(path + "/" + k, was.get(k), now.get(k)).stream())
          .toList();
    }
    return was.equals(now) ? List.of() : List.of(path + " was " + was + " and is " + now);
  }

  static List<Path> forms() {
    return Goldens.forms();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void aSettledFormIsOnlyEverReadAndNeverChanged(Path form) throws IOException {
    SettledFolder folder = new SettledFolder(form);
    if (Boolean.getBoolean("histories.settle") && !folder.isSettled()) {
      folder.addNewFiles();
    }
    if (folder.isSettled()) {
      folder.assertUnchanged();
    } else {
      assertThat(form).as("the form that may still change").isEqualTo(forms().getLast());
    }
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aFieldThatANewerVersionAddsIsIgnored(Path file) throws IOException {
    Class<?> kind = Stored.kind(file);
    ObjectNode newer = (ObjectNode) mapper.readTree(Goldens.read(file));
    Object value = mapper.treeToValue(newer, kind);
    newer.put("later", "a field of the next version");

    assertThat(mapper.treeToValue(newer, kind)).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void noFieldIsNamedLikeASecret(Path file) throws IOException {
    JsonNode golden = mapper.readTree(Goldens.read(file));

    assertThat(fields(golden)).isNotEmpty().noneMatch(field -> SECRET.matcher(field).find());
  }

  /** An environment file may hold passwords. */
  @Test
  void theSettingsOfAMemberAreNeverStored() throws IOException {
    SortedMap<String, String> secret = new TreeMap<>(Map.of("ETCD_DISCOVERY_PASSWORD", "hunter2"));
    EtcdVersion version = EtcdVersion.parse("3.6.16");
    Installation seen =
        new Installation(Optional.of(version), List.of(), secret, Optional.of(90L))
            .withNextStart(
                Optional.of(
                    new NextStart(
                        "1.2",
                        Instant.EPOCH,
                        secret,
                        secret,
                        Optional.of(version),
                        Optional.empty(),
                        List.of())));

    String json = mapper.writeValueAsString(seen);

    assertThat(json).doesNotContain("hunter2", "settings", "nextStart");
    Installation read = mapper.readValue(json, Installation.class);
    assertThat(read.settings()).isEmpty();
    assertThat(read.nextStart()).isEmpty();
    assertThat(read.binary()).isEqualTo(seen.binary());
  }

  @Test
  void adviceOfThePlatformIsNotStored() throws IOException {
    var control =
        new WorkloadControl("StatefulSet etcd", WorkloadControl.Holder.PLATFORM, "seen")
            .advising(List.of(new PlatformAdvice("image-pulled", "Pull less.")));

    String json = mapper.writeValueAsString(control);

    assertThat(json).doesNotContain("advice", "Pull less");
    assertThat(mapper.readValue(json, WorkloadControl.class))
        .isEqualTo(control.advising(List.of()));
  }

  @Test
  void everyKindOfStepIsInAGoldenFile() {
    assertThat(StoredPlans.steps().stream().<Class<?>>map(Step::getClass))
        .containsExactlyInAnyOrderElementsOf(Step.kinds());
  }

  @Test
  void aNameOnceStoredIsKept() {
    List<String> now =
        StoredTypes.of(Stored.kinds()).stream()
            .filter(Class::isEnum)
            .flatMap(kind -> Arrays.stream(kind.getEnumConstants()))
            .map(Enum.class::cast)
            .map(name -> StoredTypes.name(name.getDeclaringClass()) + " " + name.name())
            .sorted()
            .toList();
    if (Boolean.getBoolean("histories.record") && !now.equals(List.copyOf(Goldens.names()))) {
      Goldens.record(Goldens.NAMES, String.join("\n", now) + "\n");
    }

    assertThat(now).containsExactlyElementsOf(Goldens.names());
  }

  private static Stream<String> fields(JsonNode node) {
    return Stream.concat(
        node.properties().stream().map(Map.Entry::getKey),
        node.valueStream().flatMap(GoldenJsonTest::fields));
  }
}
