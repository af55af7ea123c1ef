package io.quorate.command;

import io.quorate.configuration.Configuration;
import io.quorate.wire.CheckJson.Checked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Check of the files with secrets: only the user of the worker has to read them. */
final class ReadableSecrets {
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:client-key|tokenFile): *[\"']?([^\"',}\\s]+)");

  private ReadableSecrets() {}

  /** Returns one warning, or none, for each file with a secret that the configuration names. */
  static List<Checked> of(Configuration configuration) {
    Stream<Path> kubeconfigs =
        configuration.clusters().values().stream()
            .flatMap(cluster -> cluster.sets().stream())
            .flatMap(sets -> sets.api().credentials().stream());
    return Stream.concat(
            configuration.secrets().stream(), kubeconfigs.flatMap(ReadableSecrets::namedBy))
        .distinct()
        .map(file -> Checked.warned("secret " + file, warning(file)))
        .toList();
  }

  /** The files with a key or a token that a kubeconfig names. */
  static Stream<Path> namedBy(Path kubeconfig) {
    try {
      return NAMED
          .matcher(Files.readString(kubeconfig))
          .results()
          .map(found -> kubeconfig.resolveSibling(found.group(1)));
    } catch (IOException unreadable) {
      // Another check says so.
      return Stream.empty();
    }
  }

  /**
   * Whether the kubelet put the file there out of a Secret, by a link into a folder {@code
   * ..2026_11_29}: root owns the file, and no process of another pod reads it.
   */
  private static boolean isOfSecret(Path file) throws IOException {
    Path folder = file.toRealPath().getParent();
    return folder != null && String.valueOf(folder.getFileName()).startsWith("..");
  }

  static Optional<String> warning(Path file) {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      boolean group = mode.contains(PosixFilePermission.GROUP_READ);
      boolean others = mode.contains(PosixFilePermission.OTHERS_READ);
      return others || (group && !isOfSecret(file))
          ? Optional.of(
              (others ? "everybody on this machine" : "everybody in its group")
                  + " may read it ("
                  + PosixFilePermissions.toString(mode)
                  + "); let the worker's user own it, then: chmod 600 "
                  + file)
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.of("who may read it cannot be seen: " + unreadable.getMessage());
    } catch (UnsupportedOperationException noPosix) {
      return Optional.empty();
    }
  }
}
