package io.quorate.playground;

import io.quorate.lab.machine.DetachedProcess;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.Machines;
import io.quorate.playground.machines.MachinesStage;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one playground, held by a lock that ends with the process. Processes that a killed
 * playground left running in the folder are killed if their environment proves where they belong.
 */
final class StageFolder implements AutoCloseable {
  /** The bucket of the snapshots, where they are in S3; a folder of the S3 server. */
  static final String BUCKET = "snapshots";

  private static final String MARK = ".quorate-playground";

  private final Path path;
  private final boolean ours;
  private final FileChannel channel;

  private StageFolder(Path path, boolean ours, FileChannel channel) {
    this.path = path;
    this.ours = ours;
    this.channel = channel;
  }

  /** Opens the given folder, or a new temporary one. */
  static StageFolder open(Optional<Path> given, Narrator narrator) throws IOException {
    if (given.isEmpty()) {
      Path path = Files.createTempDirectory("quorate-playground-");
      return new StageFolder(path, true, lock(path));
    }
    Path path = Files.createDirectories(given.get().toAbsolutePath().normalize());
    if (!Files.exists(path.resolve(MARK)) && !isEmpty(path)) {
      throw new FolderInUseException(
          path + " is not empty, and no playground's; name an empty directory");
    }
    var folder = new StageFolder(path, false, lock(path));
    folder.cleanUp(narrator);
    return folder;
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(MARK),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    if (tried(channel) == null) {
      channel.close();
      throw new FolderInUseException(
          "another playground uses "
              + path
              + " (process "
              + Files.readString(path.resolve(MARK)).strip()
              + "); end it, or name another directory");
    }
    String pid = ProcessHandle.current().pid() + "\n";
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
    return channel;
  }

  private static @Nullable FileLock tried(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  /**
   * Kills the processes and deletes the files of an earlier playground, which is dead because this
   * process got the lock.
   */
  private void cleanUp(Narrator narrator) throws IOException {
    endMachines(narrator);
    for (DetachedProcess left : leftOver()) {
      Optional<Long> pid = left.pid();
      if (pid.isPresent()) {
        narrator.tell("ended process " + pid.get() + ", left by an earlier playground here");
        left.kill();
      }
    }
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        if (!file.endsWith(MARK)) {
          Folders.delete(file);
        }
      }
    }
  }

  /** Before anything is deleted: their disks are mounted below this folder. */
  private void endMachines(Narrator narrator) throws IOException {
    try {
      if (Machines.endLeft(machines())) {
        narrator.tell("ended the machines, left by an earlier playground here");
      }
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      throw new IOException("machines of an earlier playground were not ended", calledOff);
    }
  }

  private List<DetachedProcess> leftOver() throws IOException {
    List<DetachedProcess> left = new ArrayList<>();
    Path temporal = temporal();
    left.add(process(temporal.resolve("temporal.pid"), "HOME=" + temporal.resolve("home")));
    left.add(process(s3().resolve("s3.pid"), "HOME=" + s3()));
    if (Files.isDirectory(etcd())) {
      try (Stream<Path> members = Files.list(etcd())) {
        members
            .map(
                member ->
                    process(member.resolve("etcd.pid"), "ETCD_DATA_DIR=" + member.resolve("data")))
            .forEach(left::add);
      }
    }
    return left;
  }

  private static DetachedProcess process(Path pidFile, String mark) {
    return new DetachedProcess(pidFile, pidFile.resolveSibling("none.log"), mark);
  }

  Path path() {
    return path;
  }

  /** Returns the place of {@code MachinesStage}'s machines. */
  private Path machines() {
    return path.resolve(MachinesStage.MACHINES);
  }

  Path etcd() {
    return path.resolve("etcd");
  }

  Path temporal() {
    return path.resolve("temporal");
  }

  Path s3() {
    return path.resolve("s3");
  }

  Path configuration() {
    return path.resolve("quorate.yml");
  }

  Path log(String of) {
    return path.resolve(of + ".log");
  }

  Path secret(String name) {
    return path.resolve("secrets").resolve(name);
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** Returns false if a person named the folder; then its files stay, to be looked at. */
  boolean isTemporary() {
    return ours;
  }

  /** Deletes the folder with its contents. */
  void remove() throws IOException {
    Folders.delete(path);
  }

  /** Releases the lock, so that others can use the folder. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
