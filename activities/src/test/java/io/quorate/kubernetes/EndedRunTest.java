package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof of an end as an annotation, which anybody may write. */
class EndedRunTest {
  @Test
  void aProofIsReadAsItWasWritten() {
    var run =
        new EndedRun("uid-1", "containerd://4f1c", "2026-11-29T00:00:00Z", 0, 3, "uid-2", "claim");

    assertThat(EndedRun.parse(run.text())).contains(run);
  }

  @Test
  void aProofWithoutAClaimIsAProof() {
    String without =
        "{\"pod\":\"u\",\"container\":\"c\",\"finishedAt\":\"t\",\"exitCode\":0,\"generation\":0,"
            + "\"before\":\"\"}";

    assertThat(EndedRun.parse(without)).contains(new EndedRun("u", "c", "t", 0, 0, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "yes",
        "{}",
        "{\"pod\":\"u\",\"container\":\"c\",\"finishedAt\":\"t\",\"exitCode\":0,\"generation\":0}",
        "{\"pod\":null,\"container\":\"c\",\"finishedAt\":\"t\",\"exitCode\":0,\"before\":\"u\"}"
      })
  void aTextThatLacksAPartIsNoProof(String annotation) {
    assertThat(EndedRun.parse(annotation)).isEmpty();
  }
}
