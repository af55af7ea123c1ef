package io.quorate.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the file with the tokens is written. */
class TokensFileTest {
  @TempDir Path directory;

  @Test
  void aNewTokensFileIsPrivateAndAnOldFileKeepsModeAndLines() throws IOException {
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
  void removingAPersonKeepsAllOtherLinesAndTheMode() throws IOException {
    TokensFile file = new TokensFile(directory.resolve("tokens"));
    file.add(new Tokens.Entry(Token.create().hash(), "dana"));
    file.add(new Tokens.Entry(Token.create().hash(), "Dana"));
    Tokens.Entry robin = new Tokens.Entry(Token.create().hash(), "robin");
    Files.writeString(file.path(), Files.readString(file.path()) + "# the night shift\nnonsense\n");
    file.add(robin);
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r-----"));

    assertThat(file.remove(Set.of("DANA"))).hasSize(2);

    assertThat(Files.readString(file.path()))
        .isEqualTo("# the night shift\nnonsense\n" + robin.line() + "\n");
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file.path());
    }
  }

  @Test
  void removingAPersonRemovesTheTokenUnderEveryName() throws IOException {
    TokensFile file = new TokensFile(directory.resolve("tokens"));
    Tokens.Entry dana = new Tokens.Entry(Token.create().hash(), "dana");
    Tokens.Entry alias = new Tokens.Entry(Token.create().hash(), "d.smith");
    Tokens.Entry mallory = new Tokens.Entry(Token.create().hash(), "mallory");
    file.add(new Tokens.Entry(dana.hash(), "robin"));
    file.add(dana);
    file.add(alias);
    file.add(new Tokens.Entry(alias.hash(), "mallory"));
    file.add(mallory);

    assertThat(file.remove(Set.of("dana", "d.smith")))
        .extracting(Tokens.Entry::name)
        .containsExactly("robin", "dana", "d.smith", "mallory");

    assertThat(Files.readString(file.path())).isEqualTo(mallory.line() + "\n");
    assertThat(file.remove(Set.of("dana"))).isEmpty();
  }

  @Test
  void aByteThatIsNoUtf8CostsItsOwnLineAtMostAndIsKept() throws IOException {
    TokensFile file = new TokensFile(directory.resolve("tokens"));
    Tokens.Entry dana = new Tokens.Entry(Token.create().hash(), "dana");
    Tokens.Entry jose = new Tokens.Entry(Token.create().hash(), "jos\u00e9");
    String others = "# caf\u00e9\n" + jose.line() + "\n";
    Files.writeString(file.path(), others, StandardCharsets.ISO_8859_1);
    file.add(dana);

    assertThat(file.read().whose(dana.hash())).contains("dana");
    assertThat(file.read().whose(jose.hash())).isEmpty();
    assertThat(file.read().wrong())
        .singleElement()
        .isEqualTo(new Tokens.Wrong(2, "a name is text in UTF-8"));

    file.remove(Set.of("dana"));
    assertThat(Files.readString(file.path(), StandardCharsets.ISO_8859_1)).isEqualTo(others);
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
