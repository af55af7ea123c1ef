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
  void output_of_both_streams_is_kept() throws Exception {
    var ended = Command.of("sh", "-c", "echo one; echo two >&2; exit 3").run(LIMIT);

    assertThat(ended).isEqualTo(new Command.Finished(3, "one\ntwo\n"));
    assertThat(ended.lastLine()).isEqualTo("two");
  }

  @Test
  void a_command_gets_only_the_environment_that_was_given() throws Exception {
    var ended = Command.of("sh", "-c", "echo $A-$HOME").withOnly(Map.of("A", "1")).run(LIMIT);

    assertThat(ended.output()).isEqualTo("1-\n");
  }

  @Test
  void a_command_without_end_fails_at_its_limit() {
    var never = Command.of("sh", "-c", "sleep 1000 & sleep 1000");

    assertThatThrownBy(() -> never.run(Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessage("sh did not end within 0.2 s");
    assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
  }
}
