package io.quorate.configuration;

import io.quorate.cluster.MemberName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares a member's environment file with the configuration. */
final class EnvironmentFiles {
  private static final String DATA = "ETCD_DATA_DIR";
  private static final String HTTP = "ETCD_LISTEN_CLIENT_HTTP_URLS";
  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>https?://)(?<host>[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(?<port>:\\d{1,5})");

  /** Hosts that stand for all addresses of the machine. */
  private static final Set<String> ANY = Set.of("0.0.0.0", "[::]");

  private static final String NAME = "ETCD_NAME";

  private EnvironmentFiles() {}

  /**
   * Returns the difference between the file's data directory and the configured one. A file that is
   * not there is no difference: Quorate is needed also when a member is gone with all its files.
   *
   * @param alone whether the file is all that etcd gets; a unit of systemd has other places, which
   *     {@code quorate check} reads
   */
  static Optional<String> difference(Path environmentFile, Path dataDirectory, boolean alone) {
    Optional<List<String>> lines = lines(environmentFile);
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> there = value(lines.get(), DATA);
    if (there.isEmpty() && !alone
        || there.filter(dataDirectory.toString()::equals).isPresent()
        || there.filter(t -> Path.of(t).normalize().equals(dataDirectory)).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "is "
            + dataDirectory
            + ", but "
            + environmentFile
            + there.map(t -> " has ETCD_DATA_DIR=" + t).orElse(" has no ETCD_DATA_DIR")
            + "; both must name the same directory");
  }

  /**
   * Returns the objection to the member name in the file of a next place, which has to be the name
   * of the member that goes there.
   *
   * @param alone whether the file is all that etcd gets
   */
  static Optional<String> otherName(Path environmentFile, MemberName member, boolean alone) {
    Optional<List<String>> lines = lines(environmentFile);
    Optional<String> there = lines.flatMap(all -> value(all, NAME));
    return lines.isEmpty()
            || there.isEmpty() && !alone
            || there.filter(member.value()::equals).isPresent()
        ? Optional.empty()
        : Optional.of(
            "has "
                + there.map(name -> NAME + "=" + name).orElse("no ETCD_NAME")
                + "; write "
                + NAME
                + "="
                + member
                + ", the name of the member that goes there");
  }

  /**
   * Returns the URL at which the member serves HTTP, where that is not its client URL. A host that
   * stands for all addresses is replaced by that of the client URL.
   */
  static Optional<URI> urlOfHttp(Path environmentFile, URI clientUrl) {
    return lines(environmentFile)
        .flatMap(all -> value(all, HTTP))
        .map(urls -> URL.matcher(urls.split(",")[0].strip()))
        .filter(Matcher::matches)
        .map(
            url ->
                URI.create(
                    url.group("scheme")
                        + (ANY.contains(url.group("host"))
                            ? clientUrl.getHost()
                            : url.group("host"))
                        + url.group("port")));
  }

  /** The lines of the file; empty where there is none. */
  private static Optional<List<String>> lines(Path environmentFile) {
    if (!Files.isRegularFile(environmentFile) || !Files.isReadable(environmentFile)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readAllLines(environmentFile));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The last value, without blanks around it and one pair of quotes. */
  private static Optional<String> value(List<String> lines, String key) {
    Pattern assignment = Pattern.compile("\\s*" + key + "\\s*=\\s*([\"']?)(.*?)\\1\\s*");
    return lines.stream()
        .map(assignment::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(2))
        .reduce((first, last) -> last);
  }
}
