package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rules for Prometheus, tested with Prometheus' own program. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RulesIT {
  private static final Path RULES = Path.of("../docs/rules/quorate.yml");
  private static final Path TESTS = Path.of("src/test/resources/rules/quorate-test.yml");

  @TempDir private Path folder;

  @Test
  void eachRulePagesAfterItsTimeAndNotBefore() throws IOException, InterruptedException {
    Path promtool = ToolsForTests.prometheus().program("promtool");
    Files.copy(RULES, folder.resolve(RULES.getFileName()));
    Files.copy(TESTS, folder.resolve(TESTS.getFileName()));

    assertThat(said(promtool, "check", "rules", "quorate.yml")).contains("SUCCESS");
    assertThat(said(promtool, "test", "rules", "quorate-test.yml")).contains("SUCCESS");
  }

  private String said(Path promtool, String... words) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.command().addFirst(promtool.toString());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
