package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {

  private static final Tool TEMPORAL = Tool.temporal();

  @TempDir Path directory;
  private final List<String> progress = new ArrayList<>();
  private ToolCache cache;

  @BeforeEach
  void openTheCache() {
    cache = new ToolCache(directory.resolve("cache"), progress::add);
  }

  private Tools tools(List<ToolSource> sources, ToolMaker... makers) {
    return new Tools(
        sources, cache, List.of(makers), new StillWorking(progress::add, Duration.ofHours(1)));
  }

  @Test
  void a_prepared_folder_comes_before_the_cache() throws Exception {
    var given = new GivenFolder("$QUORATE_TOOLS", directory.resolve("given"));
    program(directory.resolve("given/temporal-1.5.1/temporal"), "1.5.1");
    program(cache.root().resolve("temporal-1.5.1/temporal"), "1.5.1");

    var found = tools(List.of(given, cache)).find(TEMPORAL);

    assertThat(found.program("temporal")).startsWith(directory.resolve("given"));
    assertThat(progress).isEmpty();
  }

  @Test
  void an_incomplete_prepared_folder_is_named_with_the_missing_programs() throws Exception {
    program(directory.resolve("given/etcd-3.6.16/etcd"), "3.6.16");
    var given = new GivenFolder("$QUORATE_TOOLS", directory.resolve("given"));

    assertThatThrownBy(() -> tools(List.of(given)).find(Tool.etcd("3.6")))
        .hasMessageContaining("given/etcd-3.6.16 lacks etcdctl, etcdutl");
  }

  @Test
  void a_program_on_path_counts_only_in_the_right_version() throws Exception {
    program(directory.resolve("old/temporal"), "1.0.0");
    program(directory.resolve("new/temporal"), "1.5.1");
    var path = SearchPath.of(directory.resolve("old") + ":" + directory.resolve("new"));

    assertThat(path.find(TEMPORAL).folder()).isEqualTo(directory.resolve("new"));
    assertThatThrownBy(() -> SearchPath.of(directory.resolve("old").toString()).find(TEMPORAL))
        .isInstanceOf(NotHere.class)
        .hasMessageContaining("is 1.0.0, not 1.5.1");
  }

  @Test
  void a_tool_that_was_made_is_kept_and_found_the_next_time() throws Exception {
    var maker = new ScriptedMaker("1.5.1");

    var made = tools(List.of(cache), maker).find(TEMPORAL);
    var found = tools(List.of(cache), maker).find(TEMPORAL);

    assertThat(found).isEqualTo(made);
    assertThat(made.folder()).isEqualTo(cache.root().resolve("temporal-1.5.1"));
    assertThat(maker.calls()).hasValue(1);
  }

  @Test
  void a_failed_maker_is_reported_in_a_line_and_the_next_maker_follows() throws Exception {
    ToolMaker failing =
        maker(
            "the first",
            (scratch, folder) -> {
              throw new NotHere("no network\nand a long story");
            });

    tools(List.of(cache), failing, new ScriptedMaker("1.5.1")).find(TEMPORAL);

    assertThat(progress)
        .contains("temporal 1.5.1: no network")
        .noneMatch(line -> line.contains("\n"));
  }

  @Test
  void progress_is_repeated_while_a_maker_runs_a_command() throws Exception {
    Path goOn = directory.resolve("go-on");
    List<String> told = new CopyOnWriteArrayList<>();
    ToolMaker slow =
        maker(
            "a slow command",
            (scratch, folder) -> {
              Command.of("sh", "-c", "until [ -e \"$0\" ]; do sleep 0.02; done", goOn.toString())
                  .run(Duration.ofSeconds(30));
              program(folder.resolve("temporal"), "1.5.1");
            });
    var still =
        new StillWorking(
            sentence -> {
              told.add(sentence);
              if (sentence.contains("s by now")
                  && told.stream().filter(line -> line.contains("s by now")).count() == 3) {
                create(goOn);
              }
            },
            Duration.ofMillis(50));

    new Tools(List.of(cache), cache, List.of(slow), still).find(TEMPORAL);

    assertThat(told.get(0)).startsWith("temporal 1.5.1: ");
    assertThat(told)
        .filteredOn(line -> line.matches("temporal 1\\.5\\.1: a slow command, \\d+ s by now"))
        .hasSizeGreaterThanOrEqualTo(3);
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_tool_of_another_version_is_thrown_away() {
    assertThatThrownBy(() -> tools(List.of(cache), new ScriptedMaker("9.9.9")).find(TEMPORAL))
        .isInstanceOf(ToolMissingException.class)
        .hasMessageContaining("is 9.9.9, not 1.5.1");
    assertThat(cache.root().resolve("temporal-1.5.1")).doesNotExist();
  }

  @Test
  void a_failed_build_leaves_no_unfinished_folder() {
    ToolMaker halfway =
        maker(
            "halfway",
            (scratch, folder) -> {
              program(folder.resolve("temporal"), "1.5.1");
              throw new IOException("the disk is full");
            });

    assertThatThrownBy(() -> tools(List.of(cache), halfway).find(TEMPORAL))
        .hasMessageContaining("halfway failed: the disk is full");
    assertThat(cache.root()).isDirectoryNotContaining("glob:**unfinished*");
  }

  @Test
  void leftovers_of_a_killed_build_are_removed_by_the_next_build() throws Exception {
    var left = cache.root().resolve(".temporal-1.5.1.unfinished-123/made/temporal");
    program(left, "1.5.1");

    tools(List.of(cache), new ScriptedMaker("1.5.1")).find(TEMPORAL);

    assertThat(left).doesNotExist();
  }

  @Test
  void a_tool_that_many_want_at_once_is_made_once() throws Exception {
    var maker = new ScriptedMaker("1.5.1");
    Callable<ToolFolder> find = () -> tools(List.of(cache), maker).find(TEMPORAL);
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<ToolFolder> found : threads.invokeAll(List.of(find, find, find, find))) {
        assertThat(found.get().program("temporal")).isExecutable();
      }
    }
    assertThat(maker.calls()).hasValue(1);
  }

  @Test
  void a_missing_tool_is_named_with_the_reasons_and_the_remedy() {
    assertThatThrownBy(() -> tools(List.of(cache)).find(Tool.etcd("3.6")))
        .isInstanceOf(ToolMissingException.class)
        .hasMessageContaining("etcd 3.6.16 is nowhere to be had")
        .hasMessageContaining("has no etcd-3.6.16")
        .hasMessageContaining("install Go 1.26")
        .hasMessageContaining("or $QUORATE_TOOLS/etcd-3.6.16");
  }

  @Test
  void a_patch_that_cannot_be_built_is_advised_against() {
    assertThatThrownBy(() -> tools(List.of(cache)).find(Tool.etcd("3.6.14")))
        .hasMessageContaining("take etcd 3.6.16");
  }

  @Test
  void the_cache_is_where_the_environment_says() {
    assertThat(Tools.cacheFolder(Map.of("HOME", "/h"))).hasToString("/h/.cache/quorate/tools");
    assertThat(Tools.cacheFolder(Map.of("HOME", "/h", "XDG_CACHE_HOME", "/x")))
        .hasToString("/x/quorate/tools");
    assertThat(Tools.cacheFolder(Map.of("HOME", "/h", "XDG_CACHE_HOME", "relative")))
        .hasToString("/h/.cache/quorate/tools");
  }

  private static void program(Path file, String version) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho version " + version + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @FunctionalInterface
  private interface Making {
    void make(Path scratch, Path folder) throws NotHere, IOException, InterruptedException;
  }

  private static ToolMaker maker(String way, Making making) {
    return new ToolMaker() {
      @Override
      public String way() {
        return way;
      }

      @Override
      public void make(Tool tool, Path scratch, Path folder)
          throws NotHere, IOException, InterruptedException {
        making.make(scratch, folder);
      }
    };
  }

  /** Makes programs that say one version, and counts how often it was asked. */
  private record ScriptedMaker(String version, AtomicInteger calls) implements ToolMaker {

    ScriptedMaker(String version) {
      this(version, new AtomicInteger());
    }

    @Override
    public String way() {
      return "a script";
    }

    @Override
    public void make(Tool tool, Path scratch, Path folder) throws IOException {
      calls.incrementAndGet();
      for (String program : tool.programs()) {
        program(folder.resolve(program), version);
      }
    }
  }
}
