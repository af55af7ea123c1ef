package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on Kubernetes has a row for each advice. */
class AdvicePageTest {
  @Test
  void everyAdviceHasARow() throws IOException {
    String page = Files.readString(Path.of("../docs/kubernetes.md"));

    assertThat(
            Stream.concat(
                Stream.of(SetAdvice.values()).map(SetAdvice::code),
                Stream.of(CheckedAdvice.values()).map(CheckedAdvice::code)))
        .allMatch(code -> page.contains("\n| `" + code + "` | "));
  }
}
