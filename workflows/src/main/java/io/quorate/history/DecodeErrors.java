package io.quorate.history;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a stored value cannot be read: which name is unknown, or which component is missing.
 * Jackson's own messages quote what was read, which may be secret, and name classes.
 */
final class DecodeErrors {
  /** Form of the names of steps, phases, outcomes and components. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,60}");

  private DecodeErrors() {}

  static String because(Exception problem) {
    if (!(problem instanceof JsonMappingException mapping)) {
      return "it is no JSON";
    }
    String place = place(mapping);
    return unknownName(mapping)
        .map(name -> "it does not know \"" + name + "\"" + (place.isEmpty() ? "" : " at " + place))
        .orElseGet(() -> (place.isEmpty() ? "it" : place) + " is missing or of another kind");
  }

  private static Optional<String> unknownName(JsonMappingException problem) {
    if (problem instanceof InvalidTypeIdException type) {
      return name(type.getTypeId());
    }
    return problem instanceof InvalidFormatException format && format.getTargetType().isEnum()
        ? name(format.getValue())
        : Optional.empty();
  }

  /** Returns the path of the problem in the value: {@code steps[3].member}. */
  private static String place(JsonMappingException problem) {
    StringBuilder place = new StringBuilder();
    for (JsonMappingException.Reference part : problem.getPath()) {
      if (part.getFieldName() == null) {
        place.append('[').append(part.getIndex()).append(']');
      } else {
        place.append(place.isEmpty() ? "" : ".").append(part.getFieldName());
      }
    }
    return place.toString();
  }

  private static Optional<String> name(@Nullable Object text) {
    return Optional.ofNullable(text)
        .map(Object::toString)
        .filter(name -> NAME.matcher(name).matches());
  }
}
