package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs {@code src/test/narratives}: a cluster in words, a question, the text that people get.
 *
 * <p>{@code mvn test -Dnarratives.rewrite=true} writes the texts anew; read the difference aloud
 * before committing it.
 */
class NarrativesTest {
  private static final Path ROOT = Path.of("src/test/narratives");

  /** {@code Objection[fact=...]}. */
  private static final Pattern RECORD = Pattern.compile("\\w+\\[\\w+=");

  @TestFactory
  Stream<DynamicContainer> everyNarrativeIsToldToTheLetter() throws IOException {
    List<DynamicContainer> files = new ArrayList<>();
    for (Path file : files()) {
      String text = Files.readString(file);
      if (Boolean.getBoolean("narratives.rewrite")) {
        text = rewritten(text);
        Files.writeString(file, text);
      }
      files.add(told(ROOT.relativize(file).toString(), Narrative.read(text)));
    }
    return files.stream();
  }

  @Test
  void narrativesOfARunbookTheDiagnosisAndTheGuardExist() throws IOException {
    assertThat(files().stream().map(file -> file.getParent().getFileName().toString()))
        .contains("minority-replace", "diagnosis", "guard");
    assertThat(files()).hasSizeGreaterThan(15);
  }

  /** A text for people holds sentences, and no record as Java writes it. */
  @Test
  void noTextShowsARecordOfJava() throws IOException {
    for (Path file : files()) {
      assertThat(Narrative.read(Files.readString(file)).cases())
          .as(file.toString())
          .noneMatch(one -> RECORD.matcher(one.expected()).find());
    }
  }

  /** Each case can be run alone, as PIT does: it is preceded by the cases that it continues. */
  private static DynamicContainer told(String file, Narrative narrative) {
    List<DynamicTest> tests = new ArrayList<>();
    List<Narrative.Case> before = new ArrayList<>();
    for (Narrative.Case one : narrative.cases()) {
      if (one.standsAlone()) {
        before.clear();
      }
      List<Narrative.Case> drawing = List.copyOf(before);
      tests.add(DynamicTest.dynamicTest(one.title(), () -> requireToTheLetter(drawing, one)));
      before.add(one);
    }
    return DynamicContainer.dynamicContainer(file, tests);
  }

  private static void requireToTheLetter(List<Narrative.Case> drawing, Narrative.Case one) {
    Scene scene = new Scene();
    drawing.forEach(earlier -> earlier.answer(scene));
    assertThat(one.answer(scene)).isEqualTo(one.expected());
  }

  private static String rewritten(String text) {
    Scene scene = new Scene();
    return Narrative.write(
        Narrative.read(text).cases().stream()
            .map(one -> new Narrative.Case(one.script(), one.answer(scene)))
            .toList());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }
}
