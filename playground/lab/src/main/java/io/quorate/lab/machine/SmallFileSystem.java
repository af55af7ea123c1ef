package io.quorate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A tmpfs mounted over a folder, so that a disk can be filled up without harm to others. Mounting
 * needs root, and not every container allows it.
 */
public record SmallFileSystem(Path folder) implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Returns why this machine cannot mount a tmpfs; empty when it can. */
  public static Optional<String> whyNot() {
    try {
      Path folder = Files.createTempDirectory("quorate-mount-");
      try {
        over(folder, 1).close();
      } finally {
        Files.delete(folder);
      }
      return Optional.empty();
    } catch (IOException notAllowed) {
      return Optional.of("a tmpfs cannot be mounted here: " + notAllowed.getMessage());
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return Optional.of("called off");
    }
  }

  /** Mounts a tmpfs over the folder, whose former contents are hidden until the tmpfs is closed. */
  public static SmallFileSystem over(Path folder, int mebibytes)
      throws IOException, InterruptedException {
    String size = "size=" + mebibytes + "m";
    run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder.toString());
    return new SmallFileSystem(folder);
  }

  /** Mounts a tmpfs over the folder and moves the folder's contents into it. */
  public static SmallFileSystem holding(Path folder, int mebibytes)
      throws IOException, InterruptedException {
    Path moved = folder.resolveSibling(folder.getFileName() + ".moved");
    Files.move(folder, moved);
    Files.createDirectory(folder);
    SmallFileSystem mounted = over(folder, mebibytes);
    run("cp", "-a", moved + "/.", folder.toString());
    Folders.delete(moved);
    return mounted;
  }

  /**
   * Unmounts the file system, and its contents with it, as soon as no process uses it. After 30 s
   * the file system is detached lazily ({@code umount -l}).
   */
  @Override
  public void close() throws IOException, InterruptedException {
    try {
      Await.until("nobody to use " + folder, LIMIT, () -> unmounted(folder));
    } catch (NotInTimeException busy) {
      run("umount", "-l", folder.toString());
    }
  }

  private static boolean unmounted(Path folder) throws InterruptedException {
    try {
      run("umount", folder.toString());
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Command.Finished ended = Command.of(words).run(LIMIT);
    if (!ended.succeeded()) {
      throw new IOException(ended.lastLine());
    }
  }
}
