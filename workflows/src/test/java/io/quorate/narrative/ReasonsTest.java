package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.step.ReasonCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Codes of reasons, their page, and the length of what people read at 3 a.m. {@code mvn test
 * -Dnarratives.rewrite=true} writes the page anew.
 */
class ReasonsTest {
  private static final Path MAIN = Path.of("src/main/java");
  private static final Path NARRATIVES = Path.of("src/test/narratives");
  private static final Path GOLDEN = Path.of("src/test/resources/golden/reason-codes.txt");
  private static final Path PAGE = Path.of("../docs/reference/reasons.md");
  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end of generated -->\n";

  /** An enum of codes, and the sentence of Javadoc that says whose reasons they are. */
  private static final Pattern ROOM =
      Pattern.compile("/\\*\\*(?<whose>[^/]*?)\\*/\\s+public enum \\w+ implements ReasonCode");

  /** A refusal or a wait, with its code. */
  private static final Pattern ANSWER =
      Pattern.compile(
          "^(?:refused|not yet(?:, look again in \\d+ s)?) \\([a-z0-9-]+\\): "
              + "(?<headline>.*)\\n(?<table>(?:(?!do: )\\S.*\\n)*?)(?<todo>(?:do: .*\\n)*)",
          Pattern.MULTILINE);

  /** Most words of 95 in 100 refusals and not-yets, with what to do. */
  private static final int WORDS = 40;

  /** The codes of one room. */
  private record Room(String whose, List<ReasonCode> codes) {}

  @Test
  void everyReasonCodeIsUniqueAndHasAMeaningInASentence() throws IOException {
    List<ReasonCode> all = codes();
    assertThat(all).extracting(ReasonCode::code).doesNotHaveDuplicates();
    assertThat(all).allMatch(one -> one.code().matches("[a-z]+(-[a-z0-9]+)*"));
    assertThat(all).allMatch(one -> one.meaning().endsWith("."));
    assertThat(all).allMatch(one -> one.remedy().isEmpty() || one.remedy().endsWith("."));
  }

  /** The file only grows: histories, public JSON and scripts hold the codes. */
  @Test
  void everyCodeHasTheNameItWasReleasedWith() throws IOException {
    List<String> now = codes().stream().map(ReasonCode::code).sorted().toList();
    List<String> released = Files.readAllLines(GOLDEN);

    assertThat(now).as("no code is renamed or taken away").containsAll(released);
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.write(GOLDEN, now);
    } else {
      assertThat(now).as("a new code is written into the file").containsExactlyElementsOf(released);
    }
  }

  @Test
  void everyEnumOfCodesIsFound() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      assertThat(rooms())
          .hasSameSizeAs(
              files.filter(one -> read(one).contains(" implements ReasonCode {")).toList());
    }
  }

  private static String read(Path file) {
    try {
      return file.toString().endsWith(".java") ? Files.readString(file) : "";
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  @Test
  void thePageExplainsEveryCode() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(PAGE, page.substring(0, begin) + tables() + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(tables());
  }

  @Test
  void aRefusalIsReadInOneBreath() throws IOException {
    List<Matcher> answers = answers();

    assertThat(answers).hasSizeGreaterThan(400);
    assertThat(words(answers.stream())).isLessThanOrEqualTo(WORDS);
  }

  /** Returns the number of words that 95 in 100 answers do not exceed. */
  private static int words(Stream<Matcher> answers) {
    List<Integer> words =
        answers
            .map(one -> one.group("headline") + " " + one.group("todo").replace("do: ", ""))
            .map(text -> text.strip().split("\\s+").length)
            .sorted()
            .toList();
    return words.get(words.size() * 95 / 100);
  }

  private static List<ReasonCode> codes() throws IOException {
    return rooms().stream().flatMap(room -> room.codes().stream()).toList();
  }

  private static List<Room> rooms() throws IOException {
    List<Room> rooms = new ArrayList<>();
    try (Stream<Path> files = Files.walk(MAIN)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).sorted().toList()) {
        Matcher room = ROOM.matcher(Files.readString(file));
        if (room.find()) {
          String whose = room.group("whose").replaceAll("\\n\\s*\\*", " ").replaceAll("\\s+", " ");
          rooms.add(new Room(whose.strip(), constants(file)));
        }
      }
    }
    return rooms;
  }

  private static List<ReasonCode> constants(Path file) {
    String name = MAIN.relativize(file).toString().replace('/', '.').replaceAll("\\.java$", "");
    try {
      return Arrays.stream(Class.forName(name).getEnumConstants())
          .map(ReasonCode.class::cast)
          .toList();
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String tables() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Room room : rooms()) {
      text.append('\n').append(room.whose()).append("\n\n");
      text.append("| code | means | do |\n|---|---|---|\n");
      room.codes().forEach(code -> text.append(row(code)));
    }
    return text.append('\n').toString();
  }

  private static String row(ReasonCode code) {
    return "| <a id=\"%s\"></a>`%s` | %s | %s |\n"
        .formatted(code.code(), code.code(), code.meaning(), code.documentedRemedy());
  }

  private static List<Matcher> answers() throws IOException {
    List<Matcher> answers = new ArrayList<>();
    try (Stream<Path> files = Files.walk(NARRATIVES)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".txt")).sorted().toList()) {
        for (Narrative.Case one : Narrative.read(Files.readString(file)).cases()) {
          Matcher answer = ANSWER.matcher(one.expected());
          if (answer.find()) {
            answers.add(answer);
          }
        }
      }
    }
    return answers;
  }
}
