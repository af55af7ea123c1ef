package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.KeptReports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports in two files each, {@code <time>-<8 digits of the id>.json} and {@code .md}, which can be
 * read without Quorate.
 */
record ReportFiles(Function<ClusterKey, ObjectStore> files) implements KeptReports {
  /** Name of the folder beside the snapshots of a cluster. */
  static final String FOLDER = "incidents";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Pattern FILE = Pattern.compile("(\\d{8}T\\d{6}Z)-([-0-9a-f]{8})\\.json");

  @Override
  public List<Name> list(ClusterKey cluster) {
    ObjectStore store = files.apply(cluster);
    try {
      List<Name> found = new ArrayList<>();
      store.list("").keySet().forEach(file -> name(cluster, file).ifPresent(found::add));
      found.sort(Comparator.comparing(Name::openedAt).reversed());
      return List.copyOf(found);
    } catch (IOException e) {
      throw store.failure("cannot be read", e);
    }
  }

  /** Returns the name of the report in this file; empty for a file of somebody else. */
  private static Optional<Name> name(ClusterKey cluster, String file) {
    Matcher parts = FILE.matcher(file);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      Instant openedAt = Instant.from(TIME.parse(parts.group(1)));
      return Optional.of(new Name(cluster + "." + parts.group(2), openedAt));
    } catch (DateTimeException noTime) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> read(ClusterKey cluster, Name name) {
    ObjectStore store = files.apply(cluster);
    try {
      return store.text(stem(name) + ".json");
    } catch (IOException e) {
      throw store.failure("cannot be read", e);
    }
  }

  @Override
  public void keep(ClusterKey cluster, Name name, String json, String markdown) {
    ObjectStore store = files.apply(cluster);
    try {
      store.make();
      // The JSON file is listed and comes last, so that nobody finds half of a report.
      store.replace(stem(name) + ".md", markdown.getBytes(StandardCharsets.UTF_8));
      store.replace(stem(name) + ".json", json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw store.failure("cannot be written", e);
    }
  }

  private static String stem(Name name) {
    return TIME.format(name.openedAt()) + "-" + name.id().substring(name.id().lastIndexOf('.') + 1);
  }
}
