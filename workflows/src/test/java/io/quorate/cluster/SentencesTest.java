package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentencesTest {
  @Test
  void aMembersNameStaysAsItIsAtTheBeginningOfASentence() {
    assertThat(Sentences.capital("etcd-3 is in trouble as well."))
        .isEqualTo("etcd-3 is in trouble as well.");
    assertThat(Sentences.capital("the process of etcd-3 is gone."))
        .isEqualTo("The process of etcd-3 is gone.");
    assertThat(Sentences.capital("")).isEmpty();
  }
}
