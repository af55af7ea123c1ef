package io.quorate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sentences take the words of a platform from one package, {@code io.quorate.workload}: what a
 * place, its settings, a stop and a supervisor are called. So another platform brings its words and
 * changes no sentence.
 */
class PlatformWordsTest {
  private static final Path ROOT = Path.of("src/main/java/io/quorate").toAbsolutePath();

  /** The package that has the words. */
  private static final Path ROOM = Path.of("workload");

  private static final Pattern WORD =
      Pattern.compile(
          "\\b((?i:hosts?|pids?|environment files?|units?|manifests?|systemctl)"
              + "|SIG[A-Z]{3,})\\b");

  private static final String STRING = "\"(?:\\\\.|[^\"\\\\])*\"";

  /** A comment, a character, or a string with the strings that are added to it. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|(?s:/\\*.*?\\*/)|'(?:\\\\.|[^'\\\\])+'|(?s:\"\"\".*?\"\"\")"
              + "|(?<sentence>%s(?:\\s*\\+\\s*%s)*)".formatted(STRING, STRING));

  @Test
  void sentencesTakeTheWordsOfAPlatformFromOneRoom() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(ROOT)) {
      files =
          all.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.startsWith(ROOT.resolve(ROOM)))
              .sorted()
              .toList();
    }
    assertThat(files).hasSizeGreaterThan(300);
    Stream<String> found = Stream.empty();
    for (Path file : files) {
      String source = Files.readString(file);
      found =
          Stream.concat(
              found, objections(source).map(objection -> ROOT.relativize(file) + ":" + objection));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void readsSentencesAndNoComments() {
    assertThat(objections("// its \"host\"\n/* \"pid\" */ char c = '\"'; f(\"a voter\");"))
        .isEmpty();
    assertThat(objections("f();\ng(\"Look at its host, or \\\"\" + name);"))
        .containsExactly("2 host: Look at its host, or \\\"");
    assertThat(objections("f(\"its environment\"\n    + \" file\");"))
        .containsExactly("1 environment file: its environment file");
    assertThat(objections("f(\"SIGTERM\");")).containsExactly("1 SIGTERM: SIGTERM");
    assertThat(objections("f(\"host.name\", \"unity\");")).containsExactly("1 host: host.name");
  }

  /** Returns line, word and sentence of each sentence with a word of a platform. */
  private static Stream<String> objections(String source) {
    return TOKEN
        .matcher(source)
        .results()
        .filter(token -> token.group("sentence") != null)
        .flatMap(token -> objection(source, token));
  }

  private static Stream<String> objection(String source, MatchResult token) {
    String sentence = token.group().replaceAll("\"\\s*\\+\\s*\"", "");
    long line = 1 + source.substring(0, token.start()).chars().filter(c -> c == '\n').count();
    return WORD.matcher(sentence)
        .results()
        .limit(1)
        .map(
            word ->
                "%d %s: %s"
                    .formatted(line, word.group(), sentence.substring(1, sentence.length() - 1)));
  }
}
