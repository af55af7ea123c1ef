package io.quorate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Javadoc of main code can be read by a colleague whose first language is another one: a comment
 * begins with its subject, and a noun is repeated where a pronoun would send the reader back.
 */
class CommentsTest {
  private static final Set<String> PRONOUNS =
      Set.of(
          "it",
          "its",
          "they",
          "them",
          "their",
          "those",
          "these",
          "one",
          "such",
          "what",
          "whose",
          "who",
          "whom",
          "nobody",
          "somebody",
          "anybody",
          "none");

  /** Words of the shortest comment whose pronouns are counted. */
  private static final int FEWEST = 6;

  /** Words of the longest comment whose pronouns are counted. */
  private static final int MOST = 45;

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9.#()-]*");
  private static final Pattern SENTENCE = Pattern.compile(".*?\\.(?= |$)|.+");
  private static final String VERB = "(is|was|has|does|can|may|must|will|would|[a-z]+[a-rt-z]s) ";
  private static final Pattern UNNAMED =
      Pattern.compile(
          "(Its?|They|Them|Their|Those|These|He|She|Who(m|ever)?|What(ever)?|Whose|The same)\\b.*"
              + "|(This|That) "
              + VERB
              + ".*");

  @Test
  void javadocNamesItsSubject() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Sources.below("src/main/java")) {
      found.addAll(objections(file));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void judgesWordsByTheirOrderAndNumber() {
    assertThat(objection("What is lost.")).contains("begins with a pronoun");
    assertThat(objection("The same with another limit.")).contains("begins with a pronoun");
    assertThat(objection("This is the limit of a call.")).contains("begins with a pronoun");
    assertThat(objection("This process has the lock.")).isEmpty();
    assertThat(objection("Returns the one that they said it is, to whom it is said."))
        .contains("5 of 13 words are pronouns");
    assertThat(objection("Returns the limit of a call.")).isEmpty();
  }

  private static List<String> objections(Path file) throws IOException {
    String source = Files.readString(file);
    return JAVADOC
        .matcher(source)
        .results()
        .flatMap(
            comment -> {
              String text = text(comment.group(1));
              long line =
                  1 + source.substring(0, comment.start()).chars().filter(c -> c == '\n').count();
              return objection(text).stream()
                  .map(
                      why ->
                          "%s:%d %s: %s"
                              .formatted(Sources.ROOT.relativize(file), line, why, first(text)));
            })
        .toList();
  }

  /** Words of a comment up to its first block tag, without asterisks and markup. */
  private static String text(String comment) {
    return comment
        .replaceAll("(?m)^\\s*\\*", "")
        .replaceFirst("(?s)(?m)^\\s*@[a-z]+ .*", "")
        .replaceAll("\\{@[a-z]+\\s+([^{}]*)}", "$1")
        .replaceAll("<[^>]+>", " ")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static Optional<String> objection(String text) {
    if (UNNAMED.matcher(text).matches()) {
      return Optional.of("begins with a pronoun");
    }
    List<String> words = WORD.matcher(text).results().map(found -> found.group()).toList();
    long pronouns =
        words.stream()
            .map(word -> word.toLowerCase(Locale.ROOT).replaceAll("\\.$", ""))
            .filter(PRONOUNS::contains)
            .count();
    return FEWEST <= words.size() && words.size() <= MOST && 4 * pronouns >= words.size()
        ? Optional.of(pronouns + " of " + words.size() + " words are pronouns")
        : Optional.empty();
  }

  private static String first(String text) {
    return SENTENCE.matcher(text).results().findFirst().map(found -> found.group()).orElse(text);
  }
}
