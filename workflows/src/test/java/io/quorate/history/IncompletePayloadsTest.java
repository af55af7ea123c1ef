package io.quorate.history;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.Opaque;
import io.quorate.plan.Plan;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A payload that lacks a component, has a null or names what this release does not know is {@link
 * Unreadable}; only an {@code Optional} component may be absent. Never does a value come out of a
 * payload that has a hole: the workflow task that falls into the hole would find it.
 */
class IncompletePayloadsTest {
  private static final String UNKNOWN = "of-a-later-release";
  private static final List<String> TAGS = List.of("step", "work", "prescription");
  private static final ObjectMapper MAPPER = HistoryMapper.create();

  static List<Path> goldens() {
    return Goldens.payloads();
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aMissingComponentMakesThePayloadUnreadableUnlessItIsOptional(Path file) throws Exception {
    for (Place place : places(file)) {
      assertAbsent(file, place, changed(file, place, (parent, name) -> parent.remove(name)));
    }
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aNullMakesThePayloadUnreadableUnlessItIsOptional(Path file) throws Exception {
    for (Place place : places(file)) {
      assertAbsent(file, place, changed(file, place, ObjectNode::putNull));
    }
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aNameOfALaterReleaseIsTextForPeopleOrMakesThePayloadUnreadable(Path file) throws Exception {
    for (Place place : places(file)) {
      if (place.value().isTextual()) {
        assertDefined(
            file, place, changed(file, place, (parent, name) -> parent.put(name, UNKNOWN)));
      }
    }
  }

  /** A component, by the object it stands in. */
  private record Place(JsonPointer parent, String name, JsonNode value) {
    @Override
    public String toString() {
      return parent + "/" + name;
    }
  }

  private interface Change {
    void make(ObjectNode parent, String name);
  }

  /** One place of each kind: what is tried of the first member need not be tried of the third. */
  private static Collection<Place> places(Path file) throws Exception {
    List<Place> places = new ArrayList<>();
    JsonNode root = MAPPER.readTree(Goldens.read(file));
    collect(root, JsonPointer.empty(), places);
    assertThat(places).isNotEmpty();
    Map<String, Place> kinds = new LinkedHashMap<>();
    for (Place place : places) {
      JsonNode parent = root.at(place.parent());
      String tag = TAGS.stream().map(name -> parent.path(name).asText()).collect(joining());
      kinds.put(place.toString().replaceAll("/\\d+/", "/-/") + tag, place);
    }
    return kinds.values();
  }

  private static void collect(JsonNode node, JsonPointer at, List<Place> places) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        places.add(new Place(at, field.getKey(), field.getValue()));
        collect(field.getValue(), at.appendProperty(field.getKey()), places);
      }
    }
    for (int index = 0; node.isArray() && index < node.size(); index++) {
      collect(node.get(index), at.appendIndex(index), places);
    }
  }

  private static Opaque changed(Path file, Place place, Change change) throws Exception {
    JsonNode tree = MAPPER.readTree(Goldens.read(file));
    change.make((ObjectNode) tree.at(place.parent()), place.name());
    return new Opaque(tree.toString());
  }

  /** A value that can be read without the component does not make one up. */
  private static void assertAbsent(Path file, Place place, Opaque written) throws Exception {
    assertDefined(file, place, written);
    OpaqueValues.known(written, Stored.kind(file))
        .map(read -> MAPPER.valueToTree(read).at(place.parent()).path(place.name()))
        .ifPresent(
            component ->
                assertThat(component.isNull() || component.isMissingNode())
                    .as("%s of %s", place, file)
                    .isTrue());
  }

  private static void assertDefined(Path file, Place place, Opaque written) throws Exception {
    Class<?> kind = Stored.kind(file);
    Object read;
    try {
      read = OpaqueValues.read(written, kind);
    } catch (Unreadable outcome) {
      assertThat(outcome.getMessage()).as("%s", place).isNotBlank();
      return;
    }
    assertThat(holes("", read)).as("%s of %s", place, file).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void aPayloadAsItWasWrittenIsRead(Path file) {
    Object read = OpaqueValues.read(new Opaque(Goldens.read(file)), Stored.kind(file));

    assertThat(read).isInstanceOf(Stored.kind(file));
  }

  @Test
  void aHoleInAStepIsNamedByItsPlace() throws Exception {
    ObjectNode plan = (ObjectNode) MAPPER.readTree(Goldens.read(Goldens.newest("steps")));
    ((ObjectNode) plan.at("/steps/0")).remove("member");

    assertThatThrownBy(() -> OpaqueValues.read(new Opaque(plan.toString()), Plan.class))
        .isInstanceOf(Unreadable.class)
        .hasMessage("steps[0].member is missing or of another kind");
  }

  /** The messages of the JSON library quote what was read, and name classes. */
  @ParameterizedTest
  @MethodSource("goldens")
  void nothingOfThePayloadIsInTheReasonButNames(Path file) throws Exception {
    for (Place place : places(file)) {
      Opaque written =
          changed(file, place, (parent, name) -> parent.putArray(name).add("hunter2 secret"));
      try {
        OpaqueValues.read(written, Stored.kind(file));
      } catch (Unreadable outcome) {
        assertThat(outcome.getMessage())
            .doesNotContain("hunter2", "java.", "io.quorate", "jackson");
      }
    }
  }

  private static List<String> holes(String path, @Nullable Object value) throws Exception {
    List<String> holes = new ArrayList<>();
    for (Map.Entry<String, Optional<Object>> part : parts(value).toList()) {
      String at = path + "/" + part.getKey();
      if (part.getValue().isEmpty()) {
        holes.add(at);
      } else {
        holes.addAll(holes(at, part.getValue().get()));
      }
    }
    return holes;
  }

  private static Stream<Map.Entry<String, Optional<Object>>> parts(@Nullable Object value)
      throws Exception {
    if (value instanceof Collection<?> all) {
      return all.stream().map(one -> part("-", one));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream().map(one -> part(one.getKey().toString(), one.getValue()));
    }
    if (value instanceof Optional<?> maybe) {
      return maybe.stream().map(one -> part("?", one));
    }
    List<Map.Entry<String, Optional<Object>>> parts = new ArrayList<>();
    if (value instanceof Record && value.getClass().getName().startsWith("io.quorate.")) {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        parts.add(part(component.getName(), component(component, value)));
      }
    }
    return parts.stream();
  }

  private static @Nullable Object component(RecordComponent component, Object of)
      throws IllegalAccessException, InvocationTargetException {
    component.getAccessor().setAccessible(true);
    return component.getAccessor().invoke(of);
  }

  private static Map.Entry<String, Optional<Object>> part(String name, @Nullable Object value) {
    return Map.entry(name, Optional.ofNullable(value));
  }
}
