package io.quorate.configuration;

import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the section {@code snapshots}. */
final class SnapshotReader {
  private static final Path DIRECTORY = Path.of("/var/lib/quorate/snapshots");
  private static final Path SCRATCH = Path.of("/var/lib/quorate/scratch");
  private static final String EXAMPLE = "s3: {bucket: etcd-backups, region: eu-central-1}";

  private static final Reading<String> ENCRYPTION =
      ValueParsers.matching("AES256|aws:kms", "is no encryption; write AES256 or aws:kms");
  private static final Reading<String> BUCKET =
      ValueParsers.matching(
          "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]",
          "is no name of a bucket: 3 to 63 small letters, digits, dots and hyphens");
  private static final Reading<String> REGION =
      ValueParsers.matching("[a-z0-9-]{1,40}", "is no region; write eu-central-1");

  private SnapshotReader() {}

  static SnapshotSettings read(Section section, Paths paths) {
    Optional<SnapshotBucket> bucket = section.section("s3", EXAMPLE, s3 -> bucket(s3, paths));
    if (section.has("s3") && section.has("directory")) {
      section.problem("s3", "stands beside directory; snapshots are kept at one place, keep one");
    }
    Path directory = section.orElse("directory", DIRECTORY, paths::path);
    return bucket.<SnapshotSettings>map(s3 -> s3).orElse(new SnapshotDirectory(directory));
  }

  private static SnapshotBucket bucket(Section section, Paths paths) {
    return new SnapshotBucket(
        section.required("bucket", "bucket: etcd-backups", "none", BUCKET),
        section.orElse("prefix", "", SnapshotReader::prefix),
        section.required("region", "region: eu-central-1", "none", REGION),
        section.optional("endpoint", ValueParsers::url),
        section.orElse("pathStyle", false, ValueParsers::yesOrNo),
        section.optional("credentialsFile", paths::secret),
        section.optional("encryption", ENCRYPTION),
        section.optional("macKeyFile", paths::secret),
        section.orElse("scratch", SCRATCH, paths::path));
  }

  private static String prefix(Scalar scalar) throws Wrong {
    String prefix = ValueParsers.text(scalar).replaceAll("/+$", "");
    if (!prefix.matches("[A-Za-z0-9!_.*'()-]+(/[A-Za-z0-9!_.*'()-]+)*")) {
      throw new Wrong(
          "'%s' is no prefix; write words between slashes, without one at the beginning: a/b"
              .formatted(scalar.written()));
    }
    return prefix;
  }
}
