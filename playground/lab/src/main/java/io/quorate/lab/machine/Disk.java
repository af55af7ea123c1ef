package io.quorate.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A folder that is mounted over another one, as a disk is: while it is not mounted, the other one
 * is as it was before. Mounting needs root, see {@link SmallFileSystem#whyNot()}.
 *
 * @param contents what is on the disk
 * @param mountPoint where it belongs
 */
public record Disk(Path contents, Path mountPoint) implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Makes both folders and mounts the disk. */
  public static Disk mounted(Path contents, Path mountPoint)
      throws IOException, InterruptedException {
    Files.createDirectories(contents);
    Files.createDirectories(mountPoint);
    Disk disk = new Disk(contents, mountPoint);
    disk.mount();
    return disk;
  }

  /** Mounts the disk. */
  public void mount() throws IOException, InterruptedException {
    run("mount", "--bind", contents.toString(), mountPoint.toString());
  }

  /** Unmounts the disk as soon as no process uses it. */
  public void unmount() throws IOException, InterruptedException {
    Await.until("nobody to use " + mountPoint, LIMIT, () -> tried("umount"));
  }

  /** Returns whether the disk is mounted. */
  public boolean isMounted() throws InterruptedException {
    return tried("mountpoint", "-q");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (isMounted()) {
      unmount();
    }
  }

  private boolean tried(String... words) throws InterruptedException {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = mountPoint.toString();
    try {
      run(all);
      return true;
    } catch (IOException not) {
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
