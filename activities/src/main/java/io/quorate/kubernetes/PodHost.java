package io.quorate.kubernetes;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.shell.Host;
import io.quorate.shell.Shell;

/**
 * A container of a pod as a machine: a shell in it, and the files of the volumes that it mounts.
 *
 * @param name of the pod in sentences
 */
record PodHost(PodPrograms programs, PodPlace place, String name) implements Host {
  @Override
  public Shell shell() {
    return new PodShell(programs, place);
  }

  /**
   * A directory of the container; it need not be there. Where the pod cannot be reached, reading
   * throws an {@link java.io.IOException} that says why; the two questions that need a script throw
   * a {@link io.quorate.port.Failure}.
   */
  @Override
  public ReadOnlyDirectory directory(String path) {
    return new PodDirectory(path, name, shell(), new PodReading(programs, place));
  }
}
