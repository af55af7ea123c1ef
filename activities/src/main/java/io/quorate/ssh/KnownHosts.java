package io.quorate.ssh;

import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The host keys that are trusted: a {@code known_hosts} file, looked at anew at each connect, so
 * that a line that was added counts at once. A file that has not changed is read once, and all
 * connections share it: one of 30,000 lines takes some 10 MB.
 */
final class KnownHosts {
  private static final int LARGEST = 16 * 1024 * 1024;

  /** Files that are remembered; with more all are forgotten and read again. */
  private static final int FILES = 16;

  /** Age of a change from which on a later one has another time. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final Map<Path, KnownHosts> SHARED = new ConcurrentHashMap<>();

  private final Stamp stamp;
  private final Path file;
  private final boolean present;
  private final List<KnownHostLine> lines;

  /** Marks of the content of a file: another content changes one of them. */
  private record Stamp(long bytes, FileTime written, FileTime changed, String inode) {
    static final Stamp MISSING = new Stamp(0, FileTime.fromMillis(0), FileTime.fromMillis(0), "");

    static Stamp of(Path file) throws IOException {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      FileTime written = seen.lastModifiedTime();
      return new Stamp(
          seen.size(), written, changed(file).orElse(written), String.valueOf(seen.fileKey()));
    }

    /** Time of the inode, which no tool sets back; empty where files have none. */
    private static Optional<FileTime> changed(Path file) throws IOException {
      return file.getFileSystem().supportedFileAttributeViews().contains("unix")
          ? Optional.of((FileTime) Files.getAttribute(file, "unix:ctime"))
          : Optional.empty();
    }

    boolean isSettled(Instant now) {
      return Stream.of(written, changed)
          .allMatch(time -> time.toInstant().plus(SETTLED).isBefore(now));
    }
  }

  private KnownHosts(Path file, Stamp stamp, boolean present, List<KnownHostLine> lines) {
    this.file = file;
    this.stamp = stamp;
    this.present = present;
    this.lines = lines;
  }

  /** Reads the file; one that is missing knows no host. */
  static KnownHosts read(Path file) {
    return read(file, InstantSource.system());
  }

  static KnownHosts read(Path file, InstantSource clock) {
    try {
      Stamp stamp = Stamp.of(file);
      if (stamp.bytes() > LARGEST) {
        throw new Failure.Fault(file + " is larger than 16 MiB and no known_hosts");
      }
      KnownHosts before = SHARED.get(file);
      if (before != null && before.stamp.equals(stamp)) {
        return before;
      }
      return share(parsed(file, stamp), clock.instant());
    } catch (NoSuchFileException e) {
      return new KnownHosts(file, Stamp.MISSING, false, List.of());
    } catch (IOException e) {
      throw new Failure.Fault(
          "the known hosts in %s cannot be read (%s); make the file readable for Quorate's user"
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Remembers a file that no later change can leave with the same stamp. */
  private static KnownHosts share(KnownHosts read, Instant now) {
    if (read.stamp.isSettled(now)) {
      if (SHARED.size() >= FILES) {
        SHARED.clear();
      }
      SHARED.put(read.file, read);
    }
    return read;
  }

  private static KnownHosts parsed(Path file, Stamp stamp) throws IOException {
    // Comments may be in any charset; hosts and keys are ASCII.
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    var lines = new ArrayList<KnownHostLine>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      KnownHostLine.parse(++number, line).ifPresent(lines::add);
    }
    return new KnownHosts(file, stamp, true, List.copyOf(lines));
  }

  /** Types of the keys that are known of the host, in the order of the file. */
  List<String> typesOf(SshHop hop) {
    return about(hop).stream()
        .filter(line -> line.marker().isEmpty())
        .map(KnownHostLine::type)
        .distinct()
        .toList();
  }

  /**
   * Why the key that the host shows is not trusted, with the command that changes it; empty when it
   * is trusted. The command adds the key that was compared: asking the host again could bring
   * another one.
   */
  Optional<String> objection(SshHop hop, ShownKey shown) {
    List<KnownHostLine> about = about(hop);
    Optional<KnownHostLine> revoked = with(about, KnownHostLine.REVOKED, shown);
    if (revoked.isPresent()) {
      return Optional.of(
          "%s shows a host key (%s) that line %d of %s revokes; give the host a new key"
              .formatted(hop.place(), shown, revoked.get().number(), file));
    }
    if (with(about, "", shown).isPresent()) {
      return Optional.empty();
    }
    String add =
        "%secho %s >> %s"
            .formatted(
                folder(),
                Quoted.word(shown.knownAs(hop.knownName())),
                Quoted.word(file.toString()));
    List<KnownHostLine> others =
        about(hop.knownName()).stream().filter(line -> line.marker().isEmpty()).toList();
    return Optional.of(
        others.isEmpty() ? unknown(hop, shown, about, add) : changed(hop, shown, others, add));
  }

  /**
   * Command that makes the folder of the file, private as OpenSSH wants it; empty if it is there.
   */
  private String folder() {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null || Files.exists(folder)
        ? ""
        : "mkdir -p -m 700 " + Quoted.word(folder.toString()) + " && ";
  }

  private String unknown(SshHop hop, ShownKey shown, List<KnownHostLine> about, String add) {
    String authority =
        about.stream()
            .filter(line -> line.marker().equals(KnownHostLine.AUTHORITY))
            .findFirst()
            .map(
                line ->
                    " (line %d names a certificate authority: not read)".formatted(line.number()))
            .orElse("");
    return ("%s is not in %s%s%s; it shows the host key %s. "
            + "Compare that with `ssh-keygen -lf %s` on the host, then add it: %s")
        .formatted(
            hop.place(),
            file,
            present ? "" : ", which does not exist",
            authority,
            shown,
            shown.fileOnHost(),
            add);
  }

  private String changed(SshHop hop, ShownKey shown, List<KnownHostLine> others, String add) {
    String numbers =
        others.stream()
            .map(line -> Integer.toString(line.number()))
            .collect(Collectors.joining(", "));
    return ("%s shows another host key (%s) than line %s of %s: it was installed anew, or somebody"
            + " stands in between. Compare it with `ssh-keygen -lf %s` on the host; if it is"
            + " the host's, replace the line: ssh-keygen -R %s -f %s && %s")
        .formatted(
            hop.place(),
            shown,
            numbers,
            file,
            shown.fileOnHost(),
            Quoted.word(hop.knownName()),
            Quoted.word(file.toString()),
            add);
  }

  private static Optional<KnownHostLine> with(
      List<KnownHostLine> about, String marker, ShownKey shown) {
    return about.stream()
        .filter(line -> line.marker().equals(marker) && line.has(shown.bytes()))
        .findFirst();
  }

  /**
   * Lines that may speak for a host. A host at a port of its own that no line names is looked up
   * without the port, as OpenSSH does; such a line can be right for it, but not contradict it.
   */
  private List<KnownHostLine> about(SshHop hop) {
    List<KnownHostLine> exact = about(hop.knownName());
    return exact.isEmpty() && hop.port() != SshHop.STANDARD_PORT
        ? about(new SshHop(hop.user(), hop.address(), SshHop.STANDARD_PORT).knownName())
        : exact;
  }

  private List<KnownHostLine> about(String name) {
    return lines.stream().filter(line -> line.isAbout(name)).toList();
  }
}
