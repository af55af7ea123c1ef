package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.diagnosis.DiagnosisCode;
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

/** What documents and comments point to is there, and lines of prose are short enough to read. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> MODULES =
      List.of("workflows", "activities", "worker", "playground/lab", "playground/scenarios");
  private static final Path NARRATIVES = ROOT.resolve("workflows/src/test/narratives");

  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+)");
  private static final Pattern CITATION =
      Pattern.compile("\\b(docs/[a-z0-9/-]+\\.md(?:#[a-z0-9-]+(?:(?:,| and) #[a-z0-9-]+)*)?)");
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(etcd-runbooks|\\bRB-\\d\\d\\b|\\(T\\d\\d\\b"
              + "|\\((?:approvals|contract|datadir|design|hosts-remote|libraries|messages|scenarios|style|toolchain)(?:\\.md)?"
              + " \\d)");
  private static final Pattern GENERATED =
      Pattern.compile("<!-- generated -->.*?<!-- end of generated -->", Pattern.DOTALL);
  private static final Pattern NAMED = Pattern.compile("<a id=\"([^\"]+)\">");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern CLASS =
      Pattern.compile("([A-Z][a-z]\\w*[A-Z]\\w*|[A-Z][a-z]+)(?:\\.([a-z]\\w*))?");

  private static final Pattern DECLARED =
      Pattern.compile("(?m)^[a-z ]*\\b(?:class|enum|interface|record) ([A-Z]\\w*)");

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
  void everyPageThatASourceCitesExistsAndSoDoesItsHeading() {
    List<String> cited = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    for (Path source : citing()) {
      for (String citation : all(CITATION, withoutLineBreaks(read(source)))) {
        String page = citation.split("#", 2)[0];
        for (String anchor : citation.substring(page.length()).split("(?=#)")) {
          String target = page + anchor.replaceAll("[^#a-z0-9-]", "");
          cited.add(target);
          if (!leadsSomewhere(ROOT.resolve("README.md"), target)) {
            broken.add(ROOT.relativize(source) + " -> " + target);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(cited).hasSizeGreaterThan(100).contains("docs/etcd.md#n-22");
  }

  @Test
  void noSourceCitesAPageThatIsNotInTheRepository() {
    List<String> elsewhere = new ArrayList<>();
    for (Path source : citing()) {
      for (String citation : all(ELSEWHERE, withoutLineBreaks(read(source)))) {
        elsewhere.add(ROOT.relativize(source) + " -> " + citation);
      }
    }
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void linesOfProseEndAt120Characters() {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      withoutCode(GENERATED.matcher(read(page)).replaceAll(""))
          .lines()
          .filter(line -> !line.startsWith("|") && !line.startsWith("<!--"))
          .filter(line -> line.replaceAll("]\\([^)]*\\)", "]").length() > 120)
          .forEach(line -> tooLong.add(ROOT.relativize(page) + ": " + line));
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void everyClassTestAndNarrativeThatSafetyAndConceptsNameExists() {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    String pages =
        read(ROOT.resolve("docs/safety.md")) + withoutCode(read(ROOT.resolve("docs/concepts.md")));
    for (String code : all(CODE, pages)) {
      Matcher name = CLASS.matcher(code);
      if (code.endsWith(".txt") && !Files.exists(NARRATIVES.resolve(code))) {
        missing.add(code);
      } else if (name.matches()
          && !declares(sources, name.group(1), name.group(2))
          && !declares(sources, name.group(1) + "Runbook", name.group(2))) {
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
    Stream.of(DiagnosisCode.values()).map(DiagnosisCode::words).forEach(all::add);
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

  /** With a comment's lines joined, for a citation may go on in the next one. */
  private static String withoutLineBreaks(String source) {
    return source.replaceAll("\\s*\\n\\s*(?:\\*|//|#)\\s?", " ");
  }

  private static String withoutCode(String page) {
    return page.replaceAll("(?ms)^\\s*```.*?^\\s*```$", "");
  }

  private static boolean declares(Map<String, String> sources, String name, String member) {
    String source = sources.get(name);
    return source != null
        && (member == null || Pattern.compile("\\b" + member + "\\b").matcher(source).find());
  }

  /** The sources by the types that they declare, nested types too: a step is one of a family. */
  private static Map<String, String> sources() {
    Map<String, String> byName = new HashMap<>();
    for (String module : MODULES) {
      for (Path file : files(ROOT.resolve(module).resolve("src"), ".java")) {
        String source = read(file);
        DECLARED
            .matcher(source)
            .results()
            .map(declared -> declared.group(1))
            .distinct()
            .forEach(name -> byName.merge(name, source, String::concat));
      }
    }
    return byName;
  }

  /** What may cite a page: sources, scripts, narratives, what is known of versions. */
  private static List<Path> citing() {
    List<Path> citing = new ArrayList<>();
    for (String module : MODULES) {
      for (String suffix : List.of(".java", ".sh", ".txt")) {
        citing.addAll(files(ROOT.resolve(module).resolve("src"), suffix));
      }
    }
    citing.remove(ROOT.resolve("worker/src/test/java/io/quorate/docs/DocumentsTest.java"));
    return citing;
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
