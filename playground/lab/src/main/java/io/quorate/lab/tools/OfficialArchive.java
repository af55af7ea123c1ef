package io.quorate.lab.tools;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The archive that the tool's makers publish. Nothing of the archive is unpacked unless its SHA-256
 * is the one in {@code official-archives.txt}, or, where that file does not list the archive, the
 * one in the checksum file of the archive's own release.
 *
 * @param releases host of all releases; ends with a slash
 * @param kept text of {@code official-archives.txt}
 * @param platform as in linux-amd64
 */
record OfficialArchive(
    URI releases, String kept, String platform, Download download, Consumer<String> progress)
    implements ToolMaker {

  private static final URI RELEASES = URI.create("https://github.com/");

  /** Limit of a checksum file, in bytes; etcd's has 30 lines, which is 4 kB. */
  private static final int LIST_LIMIT = 100_000;

  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(1);

  /** Returns the archives on the makers' own host. */
  static OfficialArchive ofTheMakers(String platform, Consumer<String> progress) {
    return new OfficialArchive(
        RELEASES, Resources.text("official-archives.txt"), platform, Download.USUAL, progress);
  }

  @Override
  public String way() {
    return "the official archive";
  }

  @Override
  public void make(Tool tool, Path scratch, Path folder)
      throws NotHere, IOException, InterruptedException {
    PublishedArchive archive = PublishedArchive.of(tool, platform);
    URI place = releases.resolve(archive.folder());
    String published = sha256(archive, place, scratch);
    Path file = scratch.resolve("archive.tar.gz");
    URI address = place.resolve(archive.name());
    progress.accept(tool + ": downloading " + address);
    download.file(address, file);
    String found = sha256Of(file);
    if (!found.equals(published)) {
      throw new NotHere(address + " has SHA-256 " + found + ", not " + published);
    }
    unpack(tool, file, folder);
  }

  private String sha256(PublishedArchive archive, URI place, Path scratch)
      throws NotHere, IOException, InterruptedException {
    Optional<String> known = archive.sha256In(kept);
    if (known.isPresent()) {
      return known.get();
    }
    URI list = place.resolve(archive.checksums());
    Path file = scratch.resolve("checksums");
    download.file(list, file);
    if (Files.size(file) > LIST_LIMIT) {
      throw new NotHere(list + " is longer than " + LIST_LIMIT + " bytes");
    }
    return archive
        .sha256In(Files.readString(file))
        .orElseThrow(() -> new NotHere(list + " has no SHA-256 of " + archive.name()));
  }

  private static String sha256Of(Path file) throws IOException {
    try (var in = new DigestInputStream(Files.newInputStream(file), sha256Digest())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every Java has SHA-256", never);
    }
  }

  private static void unpack(Tool tool, Path file, Path folder)
      throws NotHere, IOException, InterruptedException {
    Path unpacked = Files.createDirectory(file.resolveSibling("unpacked"));
    var tar =
        Command.of("tar", "--no-same-owner", "-xzf", file.toString(), "-C", unpacked.toString())
            .run(UNPACK_LIMIT);
    if (!tar.succeeded()) {
      throw new NotHere("tar: " + tar.lastLine());
    }
    Programs.move(tool, unpacked, folder);
  }
}
