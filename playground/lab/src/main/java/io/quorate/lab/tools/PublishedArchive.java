package io.quorate.lab.tools;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A release archive as the makers of a tool publish it.
 *
 * @param folder of the release, below the host of all releases; ends with a slash
 * @param name of the archive in this folder
 * @param checksums name of the file in this folder that lists SHA-256 and name of each archive
 */
record PublishedArchive(String folder, String name, String checksums) {

  /**
   * Returns the archive of a tool.
   *
   * @param platform as in linux-amd64
   * @throws NotHere when no archive of the tool is known
   */
  static PublishedArchive of(Tool tool, String platform) throws NotHere {
    String version = "v" + tool.version();
    return switch (tool.name()) {
      case "etcd" ->
          new PublishedArchive(
              "etcd-io/etcd/releases/download/" + version + "/",
              "etcd-" + version + "-" + platform + ".tar.gz",
              "SHA256SUMS");
      case "temporal" ->
          new PublishedArchive(
              "temporalio/cli/releases/download/" + version + "/",
              "temporal_cli_" + tool.version() + "_" + platform.replace('-', '_') + ".tar.gz",
              "checksums.txt");
      case "prometheus", "alertmanager" ->
          new PublishedArchive(
              "prometheus/" + tool.name() + "/releases/download/" + version + "/",
              tool.folderName() + "." + platform + ".tar.gz",
              "sha256sums.txt");
      default -> throw new NotHere("no official archive of " + tool.name() + " is known");
    };
  }

  /**
   * Returns the SHA-256 of this archive, in lower case hexadecimal.
   *
   * @param lines of a file in the format of {@code sha256sum}
   */
  Optional<String> sha256In(String lines) {
    return Pattern.compile("^([0-9a-f]{64}) [ *](.+)$", Pattern.MULTILINE)
        .matcher(lines)
        .results()
        .filter(line -> line.group(2).strip().equals(name))
        .map(line -> line.group(1))
        .findFirst();
  }
}
