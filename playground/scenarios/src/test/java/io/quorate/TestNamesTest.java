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

/** A test's name states a rule, and a reader needs no other name to understand the rule. */
class TestNamesTest {
  private static final Set<String> PRONOUNS =
      Set.of(
          "it",
          "its",
          "itself",
          "they",
          "them",
          "their",
          "theirs",
          "themselves",
          "those",
          "such",
          "one",
          "ones",
          "what",
          "whose",
          "whom");

  /** Words that leave a reader without a subject where a name begins with one of them. */
  private static final Set<String> NO_SUBJECTS =
      Set.of("who", "which", "there", "this", "that", "so");

  /** Words of the longest name. */
  private static final int MOST = 16;

  private static final String ARGUMENTS =
      "(?:\\((?:[^()\"]++|\"(?:\\\\.|[^\"\\\\])*+\"|\\([^()]*+\\))*+\\))?";

  private static final String ANNOTATED =
      "@(?:Test|ParameterizedTest|Property|TestFactory|RepeatedTest|Example)\\b";

  private static final Pattern TEST =
      Pattern.compile(
          ANNOTATED
              + ARGUMENTS
              + "(?:\\s*@\\w+%s)*\\s+(?:static\\s+)?[\\w<>\\[\\], .?]+?\\s+(\\w+)\\s*\\("
                  .formatted(ARGUMENTS));

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[0-9]+|[A-Z]+(?![a-z])");

  @Test
  void aTestIsNamedAfterItsRule() throws IOException {
    List<String> found = new ArrayList<>();
    long tests = 0;
    for (Path file : Sources.below("src/test/java")) {
      String source = COMMENT.matcher(Files.readString(file)).replaceAll("");
      List<String> names = TEST.matcher(source).results().map(test -> test.group(1)).toList();
      tests += names.size();
      assertThat(names)
          .as("names that are found in " + file.getFileName())
          .hasSize((int) Pattern.compile(ANNOTATED).matcher(source).results().count());
      names.forEach(
          name ->
              objection(name)
                  .ifPresent(why -> found.add(file.getFileName() + " " + name + ": " + why)));
    }
    assertThat(tests).isGreaterThan(2_000);
    assertThat(found).isEmpty();
  }

  @Test
  void judgesNamesByFirstWordPronounsAndLength() {
    assertThat(objection("whatIsLostIsSaid")).contains("begins without a subject");
    assertThat(objection("soMayAVoter")).contains("begins without a subject");
    assertThat(objection("aVoterKeepsItsLogAndItsSnapshots")).contains("has 2 pronouns");
    assertThat(objection("a" + "VeryLong".repeat(8))).contains("has 17 words");
    assertThat(objection("refusesToRemoveAVoterThatAnswers")).isEmpty();
    assertThat(objection("a_voter_keeps_its_log")).isEmpty();
  }

  private static Optional<String> objection(String name) {
    List<String> words =
        WORD.matcher(name).results().map(word -> word.group().toLowerCase(Locale.ROOT)).toList();
    if (PRONOUNS.contains(words.getFirst()) || NO_SUBJECTS.contains(words.getFirst())) {
      return Optional.of("begins without a subject");
    }
    long pronouns = words.stream().filter(PRONOUNS::contains).count();
    if (pronouns > 1) {
      return Optional.of("has " + pronouns + " pronouns");
    }
    return words.size() > MOST ? Optional.of("has " + words.size() + " words") : Optional.empty();
  }
}
