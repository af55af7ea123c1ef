package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntrySealTest {
  private static final String ENTRY = "{\"sha256\":\"00ff\",\"sizeBytes\":20512}";

  @TempDir private Path folder;
  private EntrySeal seal;

  @BeforeEach
  void key() throws IOException {
    Path key = folder.resolve("key");
    Files.writeString(key, "0123456789abcdef0123456789abcdef\n");
    seal = new EntrySeal(key);
  }

  @Test
  void aSealedEntryHoldsHoweverItIsLaidOut() {
    String sealed = seal.sealed(ENTRY);

    assertThat(seal.holds(sealed)).isTrue();
    assertThat(seal.holds(sealed.replace("\n", " ").replace("  ", " "))).isTrue();
    assertThat(seal.sealed(sealed)).as("sealed once more").isEqualTo(sealed);
  }

  @Test
  @Tag("attack-36")
  void anEntryWithoutTheKeysMacOrWithAnotherSumDoesNotHold() throws IOException {
    String sealed = seal.sealed(ENTRY);
    Path other = folder.resolve("other");
    Files.writeString(other, "another key, of thirty-two bytes and more");

    assertThat(seal.holds(ENTRY)).as("without a MAC").isFalse();
    assertThat(seal.holds(sealed.replace("00ff", "ff00"))).as("another snapshot").isFalse();
    assertThat(seal.holds(new EntrySeal(other).sealed(ENTRY))).as("another key").isFalse();
    assertThat(seal.holds("no entry")).isFalse();
  }

  @Test
  void aShortKeyIsRefusedWithACommandThatMakesOne() throws IOException {
    Path key = folder.resolve("short");
    Files.writeString(key, "secret");

    assertThatThrownBy(() -> new EntrySeal(key).sealed(ENTRY))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("has 6 bytes")
        .hasMessageContaining("head -c 32 /dev/urandom");
  }
}
