package io.quorate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetachedProcessTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final List<String> FOREVER = List.of("/bin/sleep", "1000");

  @TempDir Path directory;
  private DetachedProcess process;

  @BeforeEach
  void nameIt() {
    process =
        new DetachedProcess(
            directory.resolve("pid"), directory.resolve("log"), "MARK=" + directory);
  }

  @AfterEach
  void endIt() throws Exception {
    process.end(Signal.KILL, LIMIT);
  }

  private void start(List<String> words) throws Exception {
    process.start(words, Map.of("MARK", directory.toString()));
  }

  @Test
  void the_pid_file_holds_the_pid_of_the_program_itself() throws Exception {
    start(FOREVER);

    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    Await.until("the shell to become the program", LIMIT, () -> commandLine(pid).contains("sleep"));
    assertThat(process.pid()).contains(pid);
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline")).replace("\0", " ");
    } catch (IOException gone) {
      return "";
    }
  }

  @Test
  void a_pid_that_now_belongs_to_another_process_is_not_ours() throws Exception {
    Files.writeString(directory.resolve("pid"), ProcessHandle.current().pid() + "\n");

    assertThat(process.isRunning()).isFalse();
    process.end(Signal.KILL, LIMIT);
  }

  @Test
  void an_empty_or_absent_pid_file_names_no_process() throws Exception {
    assertThat(process.pid()).isEmpty();
    Files.writeString(directory.resolve("pid"), "");
    assertThat(process.pid()).isEmpty();
  }

  @Test
  void a_frozen_process_runs_and_can_be_killed() throws Exception {
    start(FOREVER);

    process.send(Signal.STOP);
    assertThat(process.isRunning()).isTrue();
    process.end(Signal.KILL, LIMIT);

    assertThat(process.isRunning()).isFalse();
  }

  @Test
  void a_running_process_is_not_started_twice() throws Exception {
    start(FOREVER);

    assertThatThrownBy(() -> start(FOREVER)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_second_start_appends_to_the_log() throws Exception {
    start(List.of("/bin/echo", "one"));
    Await.until("its end", LIMIT, () -> !process.isRunning());
    start(List.of("/bin/echo", "two"));
    Await.until("its end", LIMIT, () -> !process.isRunning());

    assertThat(directory.resolve("log")).hasContent("one\ntwo\n");
    assertThat(process.lastLogLine()).isEqualTo("two");
  }
}
