package io.quorate.lab.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A watch over the folder of volumes, which lets every user write into each new volume. The
 * built-in provisioner makes volumes for root only, and a volume of a host's path takes no {@code
 * fsGroup}.
 */
record OpenVolumes(WatchService watch) implements AutoCloseable {

  static OpenVolumes below(Path folder) throws IOException {
    WatchService watch = folder.getFileSystem().newWatchService();
    folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    Thread.ofPlatform().daemon().name("open-volumes").start(() -> follow(folder, watch));
    return new OpenVolumes(watch);
  }

  private static void follow(Path folder, WatchService watch) {
    try {
      while (true) {
        WatchKey key = watch.take();
        for (var event : key.pollEvents()) {
          if (event.context() instanceof Path name) {
            open(folder.resolve(name));
          }
        }
        key.reset();
      }
    } catch (ClosedWatchServiceException closed) {
      return;
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
    }
  }

  private static void open(Path volume) {
    try {
      Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() throws IOException {
    watch.close();
  }
}
