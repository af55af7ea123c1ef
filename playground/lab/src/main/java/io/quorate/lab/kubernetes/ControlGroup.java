package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group with all groups below it, in every hierarchy of this machine. The lab knows its
 * processes by their group: a pid can be given to another process, and a name belongs to nobody.
 *
 * @param path below the root of each hierarchy, without a slash at its ends
 */
record ControlGroup(String path) {
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /**
   * A process of the group.
   *
   * @param below path of the process's own group, below this group
   */
  record GroupProcess(long pid, String below) {}

  ControlGroup child(String name) {
    return new ControlGroup(path + "/" + name);
  }

  /** Creates the group, and the groups above it. */
  void create() throws IOException {
    for (Path hierarchy : hierarchies()) {
      Path group = hierarchy;
      for (String name : path.split("/")) {
        Path above = group;
        group = above.resolve(name);
        delegate(above);
        Files.createDirectories(group);
        inherit("cpuset.cpus", above, group);
        inherit("cpuset.mems", above, group);
      }
    }
  }

  /** The file into which a process writes its pid to be in this group. */
  Path joining() {
    return tracked().resolve("cgroup.procs");
  }

  /** Returns the processes in this group and in all groups below it. */
  List<GroupProcess> processes() {
    List<GroupProcess> found = new ArrayList<>();
    for (Path group : groups(tracked())) {
      String below = tracked().relativize(group).toString();
      for (String pid : lines(group.resolve("cgroup.procs"))) {
        found.add(new GroupProcess(Long.parseLong(pid), below));
      }
    }
    return found;
  }

  /** Kills all processes in this group and below it, and waits until no process is left. */
  void kill() throws InterruptedException {
    Await.until(
        "the end of all processes in the control group " + path,
        LIMIT,
        () -> {
          var left = processes();
          left.forEach(
              process -> ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly));
          return left.isEmpty();
        });
  }

  /** Removes the group and all groups below it, once no process is left in them. */
  void remove() throws InterruptedException {
    Await.until("nobody to use the control group " + path, LIMIT, this::removed);
  }

  private boolean removed() {
    boolean all = true;
    for (Path hierarchy : hierarchies()) {
      for (Path group : groups(hierarchy.resolve(path)).reversed()) {
        all &= removed(group);
      }
    }
    return all;
  }

  private static boolean removed(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  private Path tracked() {
    Path pids = MOUNTED.resolve("pids");
    return (isUnified() || !Files.isDirectory(pids) ? hierarchies().getFirst() : pids)
        .resolve(path);
  }

  private static boolean isUnified() {
    return Files.exists(MOUNTED.resolve("cgroup.controllers"));
  }

  /** Version 2 has one hierarchy; version 1 has one for each controller. */
  private static List<Path> hierarchies() {
    if (isUnified()) {
      return List.of(MOUNTED);
    }
    try (var mounts = Files.list(MOUNTED)) {
      return mounts
          .filter(mount -> !Files.isSymbolicLink(mount))
          .filter(mount -> Files.exists(mount.resolve("cgroup.procs")))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Version 2: a group has only the controllers that the group above hands down. */
  private static void delegate(Path above) throws IOException {
    if (isUnified()) {
      for (String controller :
          String.join(" ", lines(above.resolve("cgroup.controllers"))).split(" ")) {
        if (!controller.isEmpty()) {
          Files.writeString(above.resolve("cgroup.subtree_control"), "+" + controller);
        }
      }
    }
  }

  /** Version 1: a new group may use no processor and no memory until it is told which. */
  private static void inherit(String setting, Path above, Path group) throws IOException {
    Path own = group.resolve(setting);
    if (!isUnified() && Files.exists(own) && lines(own).isEmpty()) {
      Files.writeString(own, String.join("", lines(above.resolve(setting))));
    }
  }

  /** The group's folder and all folders below it, the outer ones first. */
  private static List<Path> groups(Path group) {
    List<Path> all = new ArrayList<>();
    all.add(group);
    try (var below = Files.newDirectoryStream(group, Files::isDirectory)) {
      for (Path child : below) {
        all.addAll(groups(child));
      }
    } catch (IOException gone) {
      return all;
    }
    return all;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
    } catch (IOException gone) {
      return List.of();
    }
  }
}
