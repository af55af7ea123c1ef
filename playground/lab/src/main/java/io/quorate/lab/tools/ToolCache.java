package io.quorate.lab.tools;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.NotInTimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The folder where made tools are kept.
 *
 * <p>A tool appears in the folder whole or not at all: it is made in a temporary folder beside its
 * place, under a lock that processes share, and then renamed. The next process removes what a
 * killed one left.
 */
record ToolCache(Path root, Consumer<String> progress) implements ToolSource {

  /** Limit for another process's build; a slow machine needs 10 minutes for Temporal. */
  private static final Duration LOCK_LIMIT = Duration.ofMinutes(30);

  @Override
  public ToolFolder find(Tool tool) throws NotHere {
    return new GivenFolder("the cache " + root, root).find(tool);
  }

  /** Work that must not overlap with another making of the same tool. */
  @FunctionalInterface
  interface Work {
    Optional<ToolFolder> run() throws InterruptedException;
  }

  /**
   * Does the work while no other thread or process makes this tool.
   *
   * @throws NotHere when the cache cannot be written, or another process takes too long
   */
  Optional<ToolFolder> alone(Tool tool, Work work) throws NotHere, InterruptedException {
    // One thread at a time: closing another channel of the lock file would drop this one's lock.
    synchronized (ToolCache.class) {
      try (var channel = lockFile(tool)) {
        lock(tool, channel);
        return work.run();
      } catch (IOException | UncheckedIOException failure) {
        throw new NotHere("the cache " + root + " cannot be used: " + failure);
      }
    }
  }

  /**
   * Has a tool made, checks it and keeps it. Only for use inside {@link #alone}.
   *
   * @throws NotHere when the maker fails, or makes something that is not the tool
   */
  ToolFolder keep(Tool tool, ToolMaker maker) throws NotHere, InterruptedException {
    try {
      Path workshop = emptyWorkshop(tool);
      try {
        Path scratch = Files.createDirectory(workshop.resolve("scratch"));
        Path made = Files.createDirectory(workshop.resolve("made"));
        maker.make(tool, scratch, made);
        check(tool, maker, made);
        return new ToolFolder(tool, moved(made, root.resolve(tool.folderName())));
      } finally {
        tidy(workshop);
      }
    } catch (IOException failure) {
      throw new NotHere(maker.way() + " failed: " + failure.getMessage());
    }
  }

  /**
   * Creates a new folder each time: a process that a killed one started may still write into its
   * old folder.
   */
  private Path emptyWorkshop(Tool tool) throws IOException {
    String prefix = "." + tool.folderName() + ".unfinished-";
    try (var leftBehind = Files.newDirectoryStream(root, prefix + "*")) {
      leftBehind.forEach(ToolCache::tidy);
    }
    return Files.createTempDirectory(root, prefix);
  }

  private static void tidy(Path workshop) {
    try {
      Folders.delete(workshop);
    } catch (IOException stillWrittenTo) {
      // The folder harms nobody, and the next making of this tool tries to delete it again.
    }
  }

  private static void check(Tool tool, ToolMaker maker, Path made)
      throws NotHere, InterruptedException {
    var missing = ToolFolder.missing(tool, made);
    if (!missing.isEmpty()) {
      throw new NotHere(maker.way() + " did not bring " + String.join(", ", missing));
    }
    ProgramVersion.check(tool, made);
  }

  /**
   * Moves the tool to its place. A folder found there is incomplete and is deleted: a complete one
   * would have been used.
   */
  private static Path moved(Path made, Path place) throws IOException {
    Folders.delete(place);
    return Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
  }

  private FileChannel lockFile(Tool tool) throws IOException {
    Files.createDirectories(root);
    return FileChannel.open(
        root.resolve("." + tool.folderName() + ".lock"),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
  }

  /** Takes the lock, which holds until the channel is closed. */
  private void lock(Tool tool, FileChannel channel)
      throws IOException, NotHere, InterruptedException {
    if (channel.tryLock() != null) {
      return;
    }
    progress.accept("another process is making " + tool + ": waiting for it");
    try {
      new StillWorking(progress, StillWorking.USUAL)
          .during(
              tool + ": another process is making it",
              () -> {
                Await.until(
                    "another process that makes " + tool, LOCK_LIMIT, () -> isLocked(channel));
                return channel;
              });
    } catch (NotInTimeException spent) {
      throw new NotHere(String.valueOf(spent.getMessage()));
    }
  }

  private static boolean isLocked(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
