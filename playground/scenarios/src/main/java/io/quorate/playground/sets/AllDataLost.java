package io.quorate.playground.sets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Disks that damaged the files of all members; the last snapshot is what is left. */
final class AllDataLost implements SetScenario {
  private static final byte[] GARBAGE = "not what etcd wrote here, over and over".getBytes(UTF_8);

  @Override
  public String name() {
    return "all-data-lost";
  }

  @Override
  public String sentence() {
    return "the files of all members are damaged; a snapshot is left";
  }

  /** Volumes of nodes have folders that this machine knows. */
  @Override
  public List<Integer> nodes() {
    return List.of(1, 2, 1);
  }

  @Override
  public boolean losesWrites() {
    return true;
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.ends(scene.payments().started("backup"));
    for (int ordinal = 0; ordinal < Site.MEMBERS; ordinal++) {
      damage(scene.folderOf(ordinal).resolve("etcd/member"));
    }
    scene.kubectl("delete", "pods", "-l", "app=etcd", "--wait=false", "--force");
    scene.tell("the logs and databases of all members are damaged, and their pods start again");
    scene.untilStatusSays("quorum-lost");
    String operation = scene.approved("majority-recovery");
    scene.tell("what is left of the data was looked at; the next question names the source");
    scene.answered(operation);
    scene.ends(operation);
    scene.payments().ends(operation); // and the drill that follows
    scene.awaitWhole();
  }

  private static void damage(Path data) throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      files.filter(Files::isRegularFile).forEach(AllDataLost::overwrite);
    }
  }

  private static void overwrite(Path file) {
    try {
      Files.write(file, GARBAGE, StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
