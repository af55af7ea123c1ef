package io.quorate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void what_it_says_on_either_stream_is_kept() throws Exception {
    var ended = Command.of("sh", "-c", "echo one; echo two >&2; exit 3").run(LIMIT);

    assertThat(ended).isEqualTo(new Command.Finished(3, "one\ntwo\n"));
    assertThat(ended.lastLine()).isEqualTo("two");
  }

  @Test
  void nothing_of_our_environment_comes_along_unless_wanted() throws Exception {
    var ended = Command.of("sh", "-c", "echo $A-$HOME").withOnly(Map.of("A", "1")).run(LIMIT);

    assertThat(ended.output()).isEqualTo("1-\n");
  }

  @Test
  void one_that_never_ends_is_killed_with_what_it_started() {
    var never = Command.of("sh", "-c", "sleep 1000 & sleep 1000");

    assertThatThrownBy(() -> never.run(Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessage("sh did not end within 0.2 s");
    assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
  }
}
