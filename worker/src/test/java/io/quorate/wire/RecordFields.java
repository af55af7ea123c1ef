package io.quorate.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The fields that a record has as JSON, those of nested records under their path. */
final class RecordFields {
  /**
   * One field.
   *
   * @param path from the top, for example {@code members[].name}
   * @param type in JSON's words
   * @param meaning from the Javadoc of its record, or empty
   */
  record Field(String path, String type, String meaning) {
    String row() {
      return "| `" + path + "` | " + type + " | " + meaning + " |\n";
    }
  }

  private final List<Field> fields = new ArrayList<>();

  private RecordFields() {}

  static List<Field> of(Class<?> record) throws IOException {
    var all = new RecordFields();
    all.add("", record);
    return all.fields;
  }

  private void add(String prefix, Class<?> record) throws IOException {
    RecordSource source = RecordSource.of(record);
    for (RecordComponent component : record.getRecordComponents()) {
      String name = prefix + nameInJson(component);
      add(name, component.getGenericType(), "", source.meaning(component.getName()));
    }
  }

  /** Returns the name of a field: {@code do} is no name that Java allows. */
  private static String nameInJson(RecordComponent component) {
    return Optional.ofNullable(component.getAccessor().getAnnotation(JsonProperty.class))
        .map(JsonProperty::value)
        .orElse(component.getName());
  }

  private void add(String path, Type type, String orNull, String meaning) throws IOException {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == Optional.class) {
        add(path, arguments[0], " or null", meaning);
      } else if (generic.getRawType() == List.class) {
        add(path + "[]", arguments[0], orNull, meaning);
      } else if (generic.getRawType() == Map.class) {
        add(path + ".NAME", arguments[1], orNull, meaning);
      } else {
        throw new IllegalStateException(path + " is of a type that JSON does not have: " + type);
      }
      return;
    }
    Class<?> plain = (Class<?>) type;
    if (!plain.getName().startsWith("java.") && !plain.isPrimitive() && !isOfWire(plain)) {
      throw new IllegalStateException(
          path + " is a " + plain + ": what histories hold is no public JSON; write a record here");
    }
    if (plain == NumberOrUnknown.class || plain == TimeOrUnknown.class) {
      String known = plain == NumberOrUnknown.class ? "number" : "time";
      fields.add(new Field(path, known + ", `unknown`" + orNull, meaning));
    } else if (plain.isRecord()) {
      String described = meaning.isEmpty() ? RecordSource.of(plain).sentence() : meaning;
      fields.add(new Field(path, "object" + orNull, described));
      add(path + ".", plain);
    } else {
      fields.add(new Field(path, word(plain) + orNull, meaning));
    }
  }

  private static boolean isOfWire(Class<?> plain) {
    return plain.getPackageName().equals(RecordFields.class.getPackageName());
  }

  private static String word(Class<?> plain) {
    if (plain == String.class) {
      return "text";
    }
    if (plain == Instant.class) {
      return "time";
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return "true, false";
    }
    if (plain.isEnum()) {
      return Arrays.stream(plain.getEnumConstants())
          .map(constant -> "`" + ((Enum<?>) constant).name().toLowerCase(Locale.ROOT) + "`")
          .collect(Collectors.joining(", "));
    }
    if (plain == int.class || plain == long.class || Number.class.isAssignableFrom(plain)) {
      return "number";
    }
    throw new IllegalStateException("JSON has no word here for " + plain);
  }
}
