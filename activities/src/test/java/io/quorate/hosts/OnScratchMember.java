package io.quorate.hosts;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of one scratch member: each test gets a member of its own. */
abstract class OnScratchMember {
  @TempDir Path folder;
  ScratchMember scratch;

  @BeforeEach
  void makeMember() throws IOException {
    scratch = new ScratchMember(folder.resolve("member"));
  }

  @AfterEach
  void endMember() throws IOException {
    scratch.close();
  }
}
