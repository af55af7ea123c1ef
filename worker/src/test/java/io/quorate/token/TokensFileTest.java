package io.quorate.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the file with the tokens is written. */
class TokensFileTest {
  @TempDir Path directory;

  @Test
  void aNewFileIsForItsOwnerAndAnOldOneKeepsWhatItHas() throws IOException {
    TokensFile file = new TokensFile(directory.resolve("tokens"));

    assertThat(file.add(new Tokens.Entry(Token.create().hash(), "dana"))).isTrue();
    assertThat(permissions(file)).isEqualTo("rw-------");

    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r-----"));
    Files.writeString(file.path(), "# no end of line");
    assertThat(file.add(new Tokens.Entry(Token.create().hash(), "robin"))).isFalse();
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    assertThat(Files.readString(file.path())).startsWith("# no end of line\nsha256:");
    assertThat(file.read().of("robin")).hasSize(1);
  }

  @Test
  void whoIsTakenOutIsGoneAndAllElseStaysAsItWas() throws IOException {
    TokensFile file = new TokensFile(directory.resolve("tokens"));
    file.add(new Tokens.Entry(Token.create().hash(), "dana"));
    file.add(new Tokens.Entry(Token.create().hash(), "Dana"));
    Tokens.Entry robin = new Tokens.Entry(Token.create().hash(), "robin");
    Files.writeString(file.path(), Files.readString(file.path()) + "# the night shift\nnonsense\n");
    file.add(robin);
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r-----"));

    file.remove("DANA");

    assertThat(Files.readString(file.path()))
        .isEqualTo("# the night shift\nnonsense\n" + robin.line() + "\n");
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file.path());
    }
  }

  @Test
  void aFileThatIsGoneIsNamed() {
    TokensFile file = new TokensFile(directory.resolve("nowhere"));
    assertThatThrownBy(file::read)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(file.path().toString());
  }

  private static String permissions(TokensFile file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path()));
  }
}
