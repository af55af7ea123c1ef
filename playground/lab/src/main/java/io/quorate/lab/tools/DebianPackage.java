package io.quorate.lab.tools;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Debian's packages of etcd and of Prometheus, unpacked but not installed: no service is started
 * and no root is needed.
 */
record DebianPackage(Consumer<String> progress) implements ToolMaker {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Override
  public String way() {
    return "Debian's package";
  }

  @Override
  public void make(Tool tool, Path scratch, Path folder)
      throws NotHere, IOException, InterruptedException {
    if (!tool.name().equals("etcd") && !tool.name().equals("prometheus")) {
      throw new NotHere("Debian has no package of " + tool.name());
    }
    progress.accept(tool + ": asking apt for Debian's package");
    if (!run(scratch, download(tool)).succeeded()) {
      // A machine that never asked for a package has no package lists yet.
      run(scratch, List.of("apt-get", "update"));
      demand(run(scratch, download(tool)));
    }
    Path unpacked = Files.createDirectory(scratch.resolve("unpacked"));
    try (var packages = Files.newDirectoryStream(scratch, "*.deb")) {
      for (Path deb : packages) {
        demand(run(scratch, List.of("dpkg-deb", "-x", deb.toString(), unpacked.toString())));
      }
    }
    Programs.move(tool, unpacked.resolve("usr/bin"), folder);
  }

  /** Returns the apt command; the star stands for Debian's own revision. */
  static List<String> download(Tool tool) {
    if (tool.name().equals("prometheus")) {
      return List.of("apt-get", "download", "prometheus=" + tool.version() + "+ds-*");
    }
    String version = "=" + tool.version() + "-*";
    return List.of("apt-get", "download", "etcd-server" + version, "etcd-client" + version);
  }

  private static Command.Finished run(Path scratch, List<String> words)
      throws NotHere, IOException, InterruptedException {
    try {
      return Command.of(words).in(scratch).run(LIMIT);
    } catch (IOException absent) {
      throw new NotHere(String.valueOf(absent.getMessage()));
    }
  }

  private static void demand(Command.Finished finished) throws NotHere {
    if (!finished.succeeded()) {
      throw new NotHere("apt: " + finished.lastLine());
    }
  }
}
