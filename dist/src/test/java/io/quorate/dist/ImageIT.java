package io.quorate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image of Quorate, run as a container runtime does, with a root that is only read. */
@Tag("dist")
class ImageIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir private static Path folder;
  private static Path root;
  private static JsonNode config;

  @BeforeAll
  static void unpack() throws Exception {
    if (!System.getProperty("user.name").equals("root")) {
      System.err.println("skipped: ImageIT: it mounts the image, which needs root");
      Assumptions.abort("needs root");
    }
    tar(Built.named("quorate-image-", ".tar"), folder);
    root = Files.createDirectories(folder.resolve("root"));
    tar(folder.resolve("layer.tar"), root);
    config = new ObjectMapper().readTree(folder.resolve("config.json").toFile()).get("config");
  }

  @Test
  void theImageHasNoShellAndAUserThatIsNotRoot() throws Exception {
    try (var files = Files.walk(root)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("java", "libc.so.6")
          .doesNotContain("sh", "bash", "dash", "busybox");
    }
    assertThat(config.get("User").asText()).isEqualTo("10001:10001");
  }

  @Test
  void verbsRunWithARootThatIsOnlyRead() throws Exception {
    assertThat(run("--version")).contains(Built.VERSION);
    assertThat(run("runbooks")).contains("majority-recovery");
    assertThat(run("status", "payments")).contains("quorate.yml");
  }

  /** Runs the entry point with its words, the user and the environment that the image names. */
  private static String run(String... words) throws Exception {
    String user = config.get("User").asText();
    List<String> line =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "root=$1; shift; mkdir -p $root/proc; mount --bind $root $root;"
                    + " mount --rbind /proc $root/proc; mount -o remount,bind,ro $root;"
                    + " exec chroot \"$@\"",
                "sh",
                root.toString(),
                "--userspec=" + user,
                root.toString(),
                "/usr/lib/quorate/runtime/bin/java"));
    config.get("Entrypoint").forEach(word -> line.add(word.asText()));
    line.remove("java");
    line.addAll(List.of(words));
    return Command.of(line).run(LIMIT).output();
  }

  private static void tar(Path archive, Path into) throws Exception {
    Command.of("tar", "-xf", archive.toString(), "-C", into.toString()).outputWithin(LIMIT);
  }
}
