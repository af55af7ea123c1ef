package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

/** Tests that give files of a scratch member to other users, which only root can do. */
abstract class OnScratchMemberAsRoot extends OnScratchMember {
  static final int NOBODY = 65534;

  @BeforeEach
  void openToOthers() throws IOException {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    open(folder);
    open(scratch.folder);
  }

  static void open(Path path) throws IOException {
    mode(path, "rwxr-xr-x");
  }

  static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  static void give(Path path) throws Exception {
    give(path, NOBODY);
  }

  static void give(Path path, int user) throws Exception {
    run("chown", "-R", user + ":" + user, path.toString());
  }

  static void run(String... words) throws Exception {
    var done = Command.of(words).run(Duration.ofSeconds(20));
    assertThat(done.succeeded()).as(done.output()).isTrue();
  }
}
