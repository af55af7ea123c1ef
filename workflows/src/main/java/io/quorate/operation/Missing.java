package io.quorate.operation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Defaults for components that a payload of another release lacks. */
public final class Missing {
  private Missing() {}

  public static <T> T orElse(@Nullable T read, T missing) {
    return read == null ? missing : read;
  }

  @SuppressWarnings("OptionalUsedAsFieldOrParameterType")
  public static <T> Optional<T> orEmpty(@Nullable Optional<T> read) {
    return read == null ? Optional.empty() : read;
  }

  /** Returns the map, or an empty one; sorted, so that its keys are always written in one order. */
  public static <T> Map<String, T> orEmpty(@Nullable Map<String, T> read) {
    return read == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(Map.copyOf(read)));
  }

  public static <T> List<T> orEmpty(@Nullable List<T> read) {
    return read == null ? List.of() : List.copyOf(read);
  }
}
