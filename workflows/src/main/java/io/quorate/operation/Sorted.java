package io.quorate.operation;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Copies of maps whose keys keep one order, in which a workflow reads them at every replay. */
final class Sorted {
  private Sorted() {}

  static <T> Map<String, T> copyOf(Map<String, T> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}
