package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small words: versions, keys, ids. */
class WordsTest {
  @Test
  void versionsAreComparedByNumberAndNotByText() {
    assertThat(version("3.5.9").isBefore(version("3.5.10"))).isTrue();
    assertThat(version("3.5.10").isBefore(version("3.5.10"))).isFalse();
    assertThat(version("3.6.0").isBefore(version("3.5.10"))).isFalse();
    assertThat(version("4.0.0")).isGreaterThan(version("3.7.3"));
  }

  @Test
  void aVersionMayHaveAVAndAPreRelease() {
    assertThat(version("v3.6.0-rc.1")).isEqualTo(new EtcdVersion(3, 6, 0));
    assertThat(version("3.6.16")).hasToString("3.6.16");
    assertThat(version("3.6.16").line()).isEqualTo("3.6");
    assertThat(version("3.6.16").sameLine(version("3.6.1"))).isTrue();
    assertThat(version("3.6.16").sameLine(version("3.5.16"))).isFalse();
    assertThat(version("3.6.16").sameLine(version("4.6.16"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3.6", "3.6.x", "3.6.16.1", "99999.0.0"})
  void aTextThatIsNoVersionIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> version(text))
        .hasMessage("'" + text + "' is not an etcd version such as 3.6.16");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "payments",
        "p-1",
        "0123456789-0123456789-0123456789-0123456789-0123456789-01234567"
      })
  void aClusterKeyIsShortAndPlain(String key) {
    assertThat(new ClusterKey(key)).hasToString(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-a",
        "a-",
        "Payments",
        "a.b",
        "a/b",
        "a b",
        "0123456789-0123456789-0123456789-0123456789-0123456789-0123456789"
      })
  void aKeyThatCouldNotBeAFileNameIsRefused(String key) {
    assertThatThrownBy(() -> new ClusterKey(key)).hasMessageContaining("lower-case letters");
  }

  @Test
  void idsAreUnsignedAndHexadecimal() {
    assertThat(MemberId.parse("8e9e05c52164694d")).hasToString("8e9e05c52164694d");
    assertThat(ClusterId.parse("ffffffffffffffff").value()).isEqualTo(-1);
    assertThat(ClusterId.parse("cdf818194e3a8c32")).hasToString("cdf818194e3a8c32");
  }

  @Test
  void aBlankNameIsNoName() {
    assertThatThrownBy(() -> new MemberName(" ")).hasMessageContaining("blank");
  }

  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text);
  }
}
