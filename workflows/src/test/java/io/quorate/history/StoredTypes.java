package io.quorate.history;

import io.quorate.step.Step;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** The types that stored values consist of, found by walking the components of records. */
final class StoredTypes {
  private final Set<Class<?>> found = new LinkedHashSet<>();

  private StoredTypes() {}

  /** Ours among the types, and those of their components, and theirs. */
  static Set<Class<?>> of(Collection<? extends Class<?>> roots) {
    StoredTypes types = new StoredTypes();
    roots.forEach(types::walk);
    return types.found;
  }

  private void walk(Type type) {
    if (type instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(this::walk);
    } else if (type instanceof Class<?> kind
        && kind.getName().startsWith("io.quorate.")
        && found.add(kind)) {
      if (kind.isSealed()) {
        Arrays.stream(kind.getPermittedSubclasses()).forEach(this::walk);
      }
      if (kind.isRecord()) {
        Arrays.stream(kind.getRecordComponents())
            .map(RecordComponent::getGenericType)
            .forEach(this::walk);
      }
    }
  }

  /** {@code Alarm.Kind}. The family of a step is no part of a name. */
  static String name(Class<?> kind) {
    Class<?> outer = kind.getEnclosingClass();
    return outer == null || outer.isInterface() && Step.class.isAssignableFrom(outer)
        ? kind.getSimpleName()
        : name(outer) + "." + kind.getSimpleName();
  }
}
