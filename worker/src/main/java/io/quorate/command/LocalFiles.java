package io.quorate.command;

import io.quorate.configuration.PlatformSettings.OnHost;
import io.quorate.configuration.ServiceSettings;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files of a member on this machine, as {@code quorate check} looks at them. */
final class LocalFiles {
  private LocalFiles() {}

  /**
   * Looks at all of them.
   *
   * @param whose the member, as a clause at the end of each name
   */
  static List<Checked> of(OnHost on, String whose) {
    List<Checked> all = new ArrayList<>();
    all.add(
        Checked.of(
            "environment file " + on.environmentFile() + whose, readable(on.environmentFile())));
    all.add(Checked.of("binary " + on.binary() + whose, executable(on.binary())));
    if (on.service() instanceof ServiceSettings.Process(Path pidFile, Path logFile)) {
      all.add(Checked.of("pid file " + pidFile + whose, folder(pidFile)));
      all.add(Checked.of("log file " + logFile + whose, folder(logFile)));
    }
    return all;
  }

  private static Optional<String> readable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be read");
  }

  /** Returns why the program cannot be started: a member that is stopped would stay so. */
  private static Optional<String> executable(Path program) {
    return Files.isRegularFile(program) && Files.isExecutable(program)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be executed");
  }

  /** Returns why the file cannot be there: a start of the member writes it, not its folder. */
  private static Optional<String> folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent != null && Files.isDirectory(parent)
        ? Optional.empty()
        : Optional.of("its folder is not there");
  }
}
