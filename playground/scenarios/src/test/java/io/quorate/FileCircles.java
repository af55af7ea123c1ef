package io.quorate;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Files of one package from each of which the others can be reached: they need each other. */
final class FileCircles {
  private final Map<JavaClass, Set<JavaClass>> needs;

  private FileCircles(Map<JavaClass, Set<JavaClass>> needs) {
    this.needs = needs;
  }

  /** The largest circle of each package, as simple names; none for a package without one. */
  static Map<String, SortedSet<String>> largest(Iterable<JavaClass> seen) {
    FileCircles files = new FileCircles(needs(seen));
    Map<String, SortedSet<String>> largest = new TreeMap<>();
    for (JavaClass file : files.needs.keySet()) {
      SortedSet<String> circle = files.circle(file);
      if (circle.size() > 1) {
        largest.merge(
            file.getPackageName(),
            circle,
            (one, other) -> Collections.max(List.of(one, other), Comparator.comparing(Set::size)));
      }
    }
    return largest;
  }

  private static Map<JavaClass, Set<JavaClass>> needs(Iterable<JavaClass> seen) {
    Map<JavaClass, Set<JavaClass>> needs = new TreeMap<>(Comparator.comparing(JavaClass::getName));
    for (JavaClass kind : seen) {
      JavaClass file = file(kind);
      Set<JavaClass> others =
          kind.getDirectDependenciesFromSelf().stream()
              .map(Dependency::getTargetClass)
              .map(target -> file(target.getBaseComponentType()))
              .filter(other -> other.getPackageName().equals(file.getPackageName()))
              .filter(other -> !other.equals(file) && !isSameHierarchy(file, other))
              .collect(Collectors.toSet());
      needs.merge(
          file,
          others,
          (one, more) -> {
            one.addAll(more);
            return one;
          });
    }
    return needs;
  }

  private static JavaClass file(JavaClass kind) {
    return kind.getEnclosingClass().map(FileCircles::file).orElse(kind);
  }

  private static boolean isSameHierarchy(JavaClass one, JavaClass other) {
    return !Collections.disjoint(sealedTypes(one), sealedTypes(other));
  }

  /** The sealed types that a class is, or is a kind of. */
  private static Set<Class<?>> sealedTypes(JavaClass kind) {
    return kind.getAllClassesSelfIsAssignableTo().stream()
        .filter(type -> type.getPackageName().equals(kind.getPackageName()))
        .map(JavaClass::reflect)
        .filter(Class::isSealed)
        .collect(Collectors.toSet());
  }

  private SortedSet<String> circle(JavaClass file) {
    Set<JavaClass> there = reachable(file);
    return there.stream()
        .filter(other -> reachable(other).contains(file))
        .map(JavaClass::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<JavaClass> reachable(JavaClass file) {
    Set<JavaClass> found = new HashSet<>();
    Deque<JavaClass> left = new ArrayDeque<>(needs.getOrDefault(file, Set.of()));
    while (!left.isEmpty()) {
      JavaClass next = left.pop();
      if (found.add(next)) {
        left.addAll(needs.getOrDefault(next, Set.of()));
      }
    }
    return found;
  }
}
