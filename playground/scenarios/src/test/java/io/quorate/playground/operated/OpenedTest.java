package io.quorate.playground.operated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenedTest {
  private final StringWriter told = new StringWriter();
  private final List<String> ended = new ArrayList<>();
  private final Opened opened = new Opened(new Narrator(new PrintWriter(told, true)));

  @Test
  void eachPartEndsInTheReverseOrderThoughOneCannotBeEnded() {
    opened.push(() -> ended.add("first"));
    opened.push(
        () -> {
          throw new IOException("the second hangs");
        });
    opened.push(() -> ended.add("third"));

    opened.close();

    assertThat(ended).containsExactly("third", "first");
    assertThat(told.toString()).contains("not ended: the second hangs");
  }

  @Test
  void aFailedOpeningEndsWhatIsOpen() {
    opened.push(() -> ended.add("before"));

    assertThatThrownBy(
            () ->
                opened.with(
                    () -> {
                      opened.push(() -> ended.add("part of it"));
                      throw new IOException("no port is free");
                    }))
        .hasMessage("no port is free");

    assertThat(ended).containsExactly("part of it", "before");
  }
}
