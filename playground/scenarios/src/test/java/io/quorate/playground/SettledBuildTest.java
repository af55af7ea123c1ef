package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stored files of a settled form, in a clone made for the test. */
class SettledBuildTest {
  private static final String FORM = "golden/1";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path clone;
  private SettledBuild settled;

  @BeforeEach
  void settle() throws Exception {
    Assumptions.assumeTrue(hasGit(), "no git on this machine");
    Files.createDirectories(clone.resolve(FORM));
    Files.writeString(clone.resolve(FORM).resolve("alert.json"), "{}");
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "settle");
    settled = new SettledBuild(git("rev-parse", "HEAD").strip(), clone);
  }

  @Test
  void findsAFileOfASettledFormThatWasChanged() throws Exception {
    Files.writeString(clone.resolve(FORM).resolve("alert.json"), "{\"name\":\"\"}");
    git("commit", "-q", "-a", "-m", "change");

    assertThat(settled.changedSince(FORM)).containsExactly(FORM + "/alert.json");
  }

  @Test
  void findsAFileOfASettledFormThatWasRemoved() throws Exception {
    Files.delete(clone.resolve(FORM).resolve("alert.json"));

    assertThat(settled.changedSince(FORM)).containsExactly(FORM + "/alert.json");
  }

  @Test
  void letsFilesBeAddedToASettledForm() throws Exception {
    Files.writeString(clone.resolve(FORM).resolve("request.json"), "{}");
    git("add", ".");
    git("commit", "-q", "-m", "add");

    assertThat(settled.changedSince(FORM)).isEmpty();
  }

  @Test
  void saysWhyACommitThatTheCloneLacksIsNotBuilt() throws Exception {
    String missing = "0".repeat(40);

    assertThat(settled.whyNotHere()).isEmpty();
    assertThat(new SettledBuild(missing, clone).whyNotHere())
        .hasValue("commit " + missing + " is not in this clone: fetch the whole history");
  }

  private static boolean hasGit() throws InterruptedException {
    try {
      return Command.of(List.of("git", "--version")).run(LIMIT).succeeded();
    } catch (IOException none) {
      return false;
    }
  }

  private String git(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("git", "-C", clone.toString()));
    all.addAll(List.of("-c", "user.name=test", "-c", "user.email=test@localhost"));
    all.addAll(List.of(words));
    var finished = Command.of(all).run(LIMIT);
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return finished.output();
  }
}
