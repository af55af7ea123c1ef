package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.version.TextBlock.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of the file, whatever stands in it: people write it by hand. */
class TextBlockTest {
  @Test
  void anEmptyLineEndsABlockAndRemarksBelongToNone() {
    assertThat(TextBlock.of("# on blocks\na: 1\nb: 2\n\n\n# on c\nc: 3"))
        .containsExactly(
            new TextBlock(List.of(new Entry("a", "1", 2), new Entry("b", "2", 3))),
            new TextBlock(List.of(new Entry("c", "3", 7))));
  }

  @Test
  void anIndentedLineGoesOnWithTheOneBefore() {
    assertThat(TextBlock.of("says: Members can come\n  to hold different data:\n  move on.\nid: 1"))
        .singleElement()
        .extracting(TextBlock::entries)
        .isEqualTo(
            List.of(
                new Entry("says", "Members can come to hold different data: move on.", 1),
                new Entry("id", "1", 4)));
  }

  @Test
  void anIndentedLineAfterAnEmptyOneGoesOnWithNothing() {
    assertThatThrownBy(() -> TextBlock.of("says: Members\n\n  can come"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("etcd-versions.txt, line 3: an indented line goes on with nothing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"says", "says:", "says:  ", "says:a", ": a"})
  void aLineNeedsAKeyAndAValue(String line) {
    assertThatThrownBy(() -> TextBlock.of("id: 1\n" + line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("etcd-versions.txt, line 2: not of the form 'key: value'");
  }
}
