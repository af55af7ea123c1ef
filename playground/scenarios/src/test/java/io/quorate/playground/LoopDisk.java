package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A disk of its own for a folder, in a file on another one: it can be frozen, so that every write
 * to it waits. Needs root and a loop device.
 */
record LoopDisk(Path folder, Path image) implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Returns why this machine has no such disk; empty where it has. */
  static Optional<String> whyNot() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("quorate-loop-");
    try (LoopDisk disk = holding(Files.createDirectory(folder.resolve("disk")), 8)) {
      disk.freeze();
      disk.thaw();
      return Optional.empty();
    } catch (IOException notAllowed) {
      return Optional.of("a disk cannot be frozen here: " + notAllowed.getMessage());
    } finally {
      Folders.delete(folder);
    }
  }

  /** Mounts a disk over the folder, with the folder's contents in it. */
  static LoopDisk holding(Path folder, int mebibytes) throws IOException, InterruptedException {
    Path image = folder.resolveSibling(folder.getFileName() + ".image");
    Path moved = folder.resolveSibling(folder.getFileName() + ".moved");
    run("truncate", "-s", mebibytes + "M", image.toString());
    run("mkfs.ext4", "-q", image.toString());
    Files.move(folder, moved);
    Files.createDirectory(folder);
    run("mount", "-o", "loop", image.toString(), folder.toString());
    run("cp", "-a", moved + "/.", folder.toString());
    Folders.delete(moved);
    return new LoopDisk(folder, image);
  }

  /**
   * From now on every write to it waits, for five minutes at most: nobody could end a process that
   * waits so if the test were killed before it thaws the disk.
   */
  void freeze() throws IOException, InterruptedException {
    String later = "(sleep 300; fsfreeze --unfreeze \"$0\") >/dev/null 2>&1 &";
    run("sh", "-c", "fsfreeze --freeze \"$0\" && { " + later + " }", folder.toString());
  }

  /** All that waited is written; does nothing where nothing waits. */
  void thaw() throws IOException, InterruptedException {
    Command.of("fsfreeze", "--unfreeze", folder.toString()).run(LIMIT);
  }

  /** Copies what is on the disk back into the folder; nobody may use it any more. */
  @Override
  public void close() throws IOException, InterruptedException {
    Path kept = folder.resolveSibling(folder.getFileName() + ".kept");
    run("cp", "-a", folder.toString(), kept.toString());
    run("umount", folder.toString());
    Files.delete(folder);
    Files.move(kept, folder);
    Files.delete(image);
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Command.Finished ended = Command.of(words).run(LIMIT);
    if (!ended.succeeded()) {
      throw new IOException(String.join(" ", words) + ": " + ended.lastLine());
    }
  }
}
