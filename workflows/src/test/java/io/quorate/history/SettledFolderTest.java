package io.quorate.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A settled form keeps its files; an open form has no sums. */
class SettledFolderTest {
  @TempDir private Path form;
  private SettledFolder folder;

  @BeforeEach
  void settle() throws IOException {
    folder = new SettledFolder(form);
    Files.writeString(form.resolve("alert.json"), "{}");
    assertThat(folder.isSettled()).isFalse();
    folder.addNewFiles();
  }

  @Test
  void acceptsASettledFormWithUnchangedFiles() throws IOException {
    assertThat(folder.isSettled()).isTrue();
    folder.assertUnchanged();
  }

  @Test
  void refusesAChangedFileAlsoWhenTheSumsAreAddedAgain() throws IOException {
    Files.writeString(form.resolve("alert.json"), "{\"name\":\"\"}");

    assertRefused();
    folder.addNewFiles();
    assertRefused();
  }

  @Test
  void refusesAFormThatLacksAFile() throws IOException {
    Files.delete(form.resolve("alert.json"));

    assertRefused();
  }

  @Test
  void takesANewFileWhenItsSumIsAdded() throws IOException {
    Files.writeString(form.resolve("request.json"), "{}");
    assertRefused();

    folder.addNewFiles();

    folder.assertUnchanged();
  }

  private void assertRefused() {
    assertThatThrownBy(folder::assertUnchanged).isInstanceOf(AssertionError.class);
  }
}
