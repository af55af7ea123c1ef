package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/** Reads the section {@code snapshots}. */
final class SnapshotReader {
  private static final Path DIRECTORY = Path.of("/var/lib/quorate/snapshots");
  private static final Path SCRATCH = Path.of("/var/lib/quorate/scratch");
  private static final String EXAMPLE = "s3: {bucket: etcd-backups, region: eu-central-1}";

  private SnapshotReader() {}

  static SnapshotSettings read(Section section, Paths paths) {
    Optional<SnapshotBucket> bucket = section.section("s3", EXAMPLE).map(s3 -> bucket(s3, paths));
    if (section.has("s3") && section.has("directory")) {
      section.problem("s3", "stands beside directory; snapshots are kept at one place, keep one");
    }
    Path directory = section.orElse("directory", DIRECTORY, paths::path);
    section.close();
    return bucket.<SnapshotSettings>map(s3 -> s3).orElse(new SnapshotDirectory(directory));
  }

  private static SnapshotBucket bucket(Section section, Paths paths) {
    SnapshotBucket bucket =
        new SnapshotBucket(
            section.required("bucket", "bucket: etcd-backups", "none", SnapshotReader::bucketName),
            section.orElse("prefix", "", SnapshotReader::prefix),
            section.required("region", "region: eu-central-1", "none", SnapshotReader::region),
            section.optional("endpoint", Forms::url),
            section.orElse("pathStyle", false, Forms::yesOrNo),
            section.optional("credentialsFile", paths::secret),
            section.optional("encryption", SnapshotReader::encryption),
            section.optional("macKeyFile", paths::secret),
            section.orElse("scratch", SCRATCH, paths::path));
    section.close();
    return bucket;
  }

  private static String encryption(Scalar scalar) throws Wrong {
    String name = Forms.text(scalar);
    if (!name.equals("AES256") && !name.equals("aws:kms")) {
      throw new Wrong("'%s' is no encryption; write AES256 or aws:kms".formatted(scalar.written()));
    }
    return name;
  }

  private static String bucketName(Scalar scalar) throws Wrong {
    String name = Forms.text(scalar);
    if (!name.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")) {
      throw new Wrong(
          "'%s' is no name of a bucket: 3 to 63 small letters, digits, dots and hyphens"
              .formatted(scalar.written()));
    }
    return name;
  }

  private static String prefix(Scalar scalar) throws Wrong {
    String prefix = Forms.text(scalar).replaceAll("/+$", "");
    if (!prefix.matches("[A-Za-z0-9!_.*'()-]+(/[A-Za-z0-9!_.*'()-]+)*")) {
      throw new Wrong(
          "'%s' is no prefix; write words between slashes, without one at the beginning: a/b"
              .formatted(scalar.written()));
    }
    return prefix;
  }

  private static String region(Scalar scalar) throws Wrong {
    String region = Forms.text(scalar);
    if (!region.matches("[a-z0-9-]{1,40}")) {
      throw new Wrong("'%s' is no region; write eu-central-1".formatted(scalar.written()));
    }
    return region;
  }
}
