package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CleanTextTest {

  @Test
  void aLineFeedAnEscapeAndABidiMarkMakeNoLineAndNoColour() {
    assertThat(CleanText.line("etcdMembersDown\n\u001b[31m\u0085\u009b1m\u2028x\u202ey"))
        .isEqualTo("etcdMembersDown [31m 1m x\uFFFDy");
  }

  @Test
  void namesThatDifferByAnInvisibleCharacterStayTwoNames() {
    assertThat(CleanText.line("rob\u200bin")).isNotEqualTo(CleanText.line("robin"));
  }

  @Test
  void aLongTextIsCutWithAMark() {
    assertThat(CleanText.line("x".repeat(700_000), 200)).hasSize(200).endsWith("…");
    assertThat(CleanText.line("x".repeat(200), 200)).hasSize(200).doesNotContain("…");
  }

  @Test
  void linesKeepLineFeedsAndLoseEscapes() {
    assertThat(CleanText.lines("a\n\tb\u001b[2J\u202ec\r")).isEqualTo("a\n\tb [2J\uFFFDc ");
  }

  @Property
  void aCleanLineIsWithinTheLimitFreeOfControlsAndStable(
      @ForAll String text, @ForAll @IntRange(min = 2, max = 300) int most) {
    String line = CleanText.line(text, most);
    assertThat(line.length()).isLessThanOrEqualTo(most);
    assertThat(CleanText.line(line)).isEqualTo(line);
    assertThat(line.codePoints())
        .noneMatch(
            character ->
                switch (Character.getType(character)) {
                  case Character.CONTROL,
                      Character.FORMAT,
                      Character.LINE_SEPARATOR,
                      Character.PARAGRAPH_SEPARATOR,
                      Character.SURROGATE ->
                      true;
                  default -> false;
                });
  }
}
