package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents point to is there. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of("workflows", "activities", "worker", "playground/lab", "playground/scenarios");
  private static final Path NARRATIVES = ROOT.resolve("workflows/src/test/narratives");

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+)");
  private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\">");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern CLASS =
      Pattern.compile("([A-Z][a-z]\\w*[A-Z]\\w*|[A-Z][a-z]+)(?:\\.([a-z]\\w*))?");

  @Test
  void everyLinkLeadsToAFileAndToAHeadingOfIt() {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String target : all(LINK, withoutCode(read(page)))) {
        if (!target.startsWith("http") && !leadsSomewhere(page, target)) {
          broken.add(ROOT.relativize(page) + " -> " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyClassTestAndNarrativeThatTheSafetyPageNamesExists() {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    for (String code : all(CODE, read(ROOT.resolve("docs/safety.md")))) {
      Matcher name = CLASS.matcher(code);
      if (code.endsWith(".txt") && !Files.exists(NARRATIVES.resolve(code))) {
        missing.add(code);
      } else if (name.matches() && !declares(sources, name.group(1), name.group(2))) {
        missing.add(code);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void theSafetyPageSaysSomethingOfEveryRule() {
    String page = read(ROOT.resolve("docs/safety.md"));
    assertThat(IntStream.rangeClosed(1, 36).mapToObj("N-%02d"::formatted))
        .allMatch(rule -> Pattern.compile("\\| [^|]*" + rule + "\\b").matcher(page).find());
  }

  @Test
  void everyDiagnosisAndEveryAdviceIsAmongTheConcepts() {
    Path diagnosis = ROOT.resolve("workflows/src/main/java/io/quorate/diagnosis");
    Pattern names = Pattern.compile("\"([a-z]+(?:-[a-z]+)+)\"");
    String concepts = read(ROOT.resolve("docs/concepts.md"));
    TreeSet<String> all = new TreeSet<>();
    for (Path source : files(diagnosis, ".java")) {
      all.addAll(all(names, read(source)));
    }
    assertThat(all).hasSizeGreaterThan(20).allMatch(name -> concepts.contains("`" + name + "`"));
  }

  private static boolean leadsSomewhere(Path page, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(file) && (parts.length == 1 || anchors(read(file)).contains(parts[1]));
  }

  /** Anchors of a page: its headings, as GitHub turns them into anchors, and {@code <a id>}. */
  private static List<String> anchors(String page) {
    Stream<String> ofHeadings =
        withoutCode(page)
            .lines()
            .map(HEADING::matcher)
            .filter(Matcher::matches)
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
            .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    return Stream.concat(ofHeadings, all(NAMED, withoutCode(page)).stream()).toList();
  }

  private static String withoutCode(String page) {
    return page.replaceAll("(?ms)^\\s*```.*?^\\s*```$", "");
  }

  private static boolean declares(Map<String, String> sources, String name, String member) {
    String source = sources.get(name);
    return source != null
        && (member == null || Pattern.compile("\\b" + member + "\\b").matcher(source).find());
  }

  private static Map<String, String> sources() {
    Map<String, String> byName = new HashMap<>();
    for (String module : MODULES) {
      for (Path file : files(ROOT.resolve(module).resolve("src"), ".java")) {
        String name = file.getFileName().toString().replace(".java", "");
        byName.merge(name, read(file), String::concat);
      }
    }
    return byName;
  }

  private static List<Path> pages() {
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    pages.add(ROOT.resolve("CHANGELOG.md"));
    return pages;
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static List<Path> files(Path folder, String suffix) {
    Predicate<Path> wanted = file -> file.toString().endsWith(suffix);
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(wanted).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
