package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPrefixTest {
  @ParameterizedTest
  @CsvSource({
    "/jobs/17, /jobs/",
    "/jobs/17/state, /jobs/",
    "jobs/17, jobs/",
    "/registry/pods/default/web-0, /registry/pods/",
    "/registry/odd, /registry/",
    "key-17, ''",
    "/key-17, ''",
    "//x, //",
    "/, ''"
  })
  void aPrefixIsTheFirstElementOfAPathAndTwoOfKubernetes(String key, String prefix) {
    assertThat(of(key).toString()).isEqualTo(prefix);
  }

  @Test
  void onlyAPrefixThatHoldsAllOfItsKeysIsCountedAtOnce() {
    assertThat(of("/jobs/17").isWhole()).isTrue();
    assertThat(of("/registry/pods/web-0").isWhole()).isTrue();
    assertThat(of("/registry/odd").isWhole()).isFalse();
    assertThat(of("key-17").isWhole()).isFalse();
  }

  @Test
  void afterAPrefixComesTheFirstKeyThatDoesNotBeginWithIt() {
    assertThat(of("/jobs/17").after()).isEqualTo(ByteString.copyFromUtf8("/jobs0"));
  }

  private static KeyPrefix of(String key) {
    return KeyPrefix.of(ByteString.copyFromUtf8(key));
  }
}
