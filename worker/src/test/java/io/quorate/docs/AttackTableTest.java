package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row of the table of attacks in docs/security.md has a test that carries the row's tag. */
class AttackTableTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int ROWS = 40;
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|.*\\| ([^|]*) \\|$");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"attack-(\\d+)\"\\)");

  @Test
  void eachRowNamesTestsThatCarryItsTag() throws IOException {
    Map<Integer, Set<String>> tagged = tagged();
    List<Integer> seen = new ArrayList<>();
    Matcher rows = ROW.matcher(Files.readString(ROOT.resolve("docs/security.md")));
    while (rows.find()) {
      int row = Integer.parseInt(rows.group(1));
      seen.add(row);
      List<String> named =
          CLASS.matcher(rows.group(2)).results().map(found -> found.group(1)).toList();
      assertThat(named.isEmpty()).as("row %d", row).isFalse();
      assertThat(tagged.getOrDefault(row, Set.of())).as("row %d", row).containsAll(named);
    }
    assertThat(seen).containsExactlyElementsOf(IntStream.rangeClosed(1, ROWS).boxed().toList());
  }

  private static Map<Integer, Set<String>> tagged() throws IOException {
    Map<Integer, Set<String>> tagged = new HashMap<>();
    for (String module : List.of("workflows", "activities", "worker", "playground/scenarios")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString().replace(".java", "");
          TAG.matcher(Files.readString(file))
              .results()
              .map(found -> Integer.parseInt(found.group(1)))
              .forEach(row -> tagged.computeIfAbsent(row, one -> new TreeSet<>()).add(name));
        }
      }
    }
    return tagged;
  }
}
