package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.shell.Script;
import io.quorate.volume.VolumeScript;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The parts of a script are one text, so the later one of two functions of a name counts. */
class ScriptFunctionsTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/io/quorate");
  private static final Pattern FUNCTION = Pattern.compile("(?m)^([a-z_]+)\\(\\)");

  /** Of these a script has one only. */
  private static final List<String> SUPERVISORS = List.of("unit", "process", "pod");

  @Test
  void noTwoPartsOfAScriptDefineAFunctionOfOneName() throws IOException {
    requireOneOfEach(file -> !isOf(file, "kubernetes"), List.of("fact", "see_unit_files"));
    // A script has the proof of a claim in place of that of a supervisor.
    requireOneOfEach(
        file -> !isOf(file, "supervisor") && !isOf(file, "hosts"), List.of("fact", "data_locked"));
  }

  private static boolean isOf(Path file, String room) {
    return file.getParent().endsWith(room);
  }

  private static void requireOneOfEach(Predicate<Path> together, List<String> known)
      throws IOException {
    Map<String, Set<String>> parts = new HashMap<>();
    for (Path file : sharedParts().stream().filter(together).toList()) {
      String part = part(name(file));
      FUNCTION
          .matcher(Files.readString(file))
          .results()
          .forEach(
              found -> parts.computeIfAbsent(found.group(1), one -> new TreeSet<>()).add(part));
    }
    assertThat(parts.keySet()).containsAll(known).contains("see_files");
    // A supervisor's own way to read a setting takes the place of the plain one.
    parts.remove("setting");
    assertThat(parts).allSatisfy((name, in) -> assertThat(in).as(name).hasSize(1));
  }

  /** The owner's part of a script carries out the top level of the shared parts once more. */
  @Test
  void noSharedPartSetsAnewWhatIsHandedToTheOwnersPart() throws IOException {
    Matcher exports =
        Pattern.compile("(?s)\\bexport answer (.*?[^\\\\])\\n")
            .matcher(Script.part(VolumeScript.class, "volume"));
    assertThat(exports.find()).isTrue();
    List<String> exported = List.of(exports.group(1).replace("\\", " ").strip().split("\\s+"));
    assertThat(exported).contains("acting", "segments", "copied");
    for (Path file : sharedParts()) {
      if (!name(file).equals("search")) {
        assertThat(Files.readString(file).lines())
            .as(name(file))
            .noneMatch(line -> exported.stream().anyMatch(one -> setsAnew(line, one)));
      }
    }
  }

  /** Parts that more than one script of a member may have. */
  private static List<Path> sharedParts() throws IOException {
    try (Stream<Path> files = Files.walk(SCRIPTS)) {
      return files
          .filter(file -> file.toString().endsWith(".sh"))
          .filter(file -> !file.getParent().endsWith("ssh") && !isWholeScript(name(file)))
          .toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".sh", "");
  }

  private static boolean setsAnew(String line, String name) {
    // A function that the top level calls loops and reads there too.
    return line.matches("([a-z_]+=\\S* )*" + name + "=(?!\\$\\{" + name + ":-).*")
        || line.matches("\\s*for " + name + " in .*")
        || line.matches("(?!now_ms).*\\bread -r( \\w+)* " + name + "\\b.*");
  }

  /** The last part of a script is in that script alone. */
  private static boolean isWholeScript(String name) {
    String constant = name.replace('-', '_').toUpperCase(Locale.ROOT);
    return Stream.of(MemberScript.class, VolumeScript.class)
        .flatMap(scripts -> Stream.of(scripts.getDeclaredFields()))
        .filter(field -> field.getType().equals(VolumeScript.class))
        .map(Field::getName)
        .anyMatch(constant::equals);
  }

  private static String part(String file) {
    return SUPERVISORS.stream()
        .filter(supervisor -> file.equals(supervisor) || file.equals(supervisor + "-acts"))
        .findFirst()
        .map(supervisor -> "supervisor")
        .orElse(file);
  }
}
