package io.quorate.command;

import io.quorate.cluster.StableName;
import io.quorate.wire.ClusterChoice;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which {@code quorate clusters} chooses clusters, and how many of them. */
final class ClusterFilters {
  @Option(
      names = "--all",
      description =
          "Also the clusters that are well; JSON and a fleet of up to 25 clusters have them"
              + " anyway.")
  private boolean all;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Only clusters with a member in this zone.")
  private @Nullable String zone;

  @Option(
      names = "--site",
      paramLabel = "SITE",
      description = "Only clusters with a member in this site.")
  private @Nullable String site;

  @Option(
      names = "--finding",
      paramLabel = "KIND",
      description = "Only clusters with this diagnosis or kind of finding.")
  private @Nullable String finding;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "Only clusters with a member of this version, such as 3.5.16 or 3.5.")
  private @Nullable String version;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Clusters on a page, 1 to 10000 (default: 100, and 10000 in JSON).")
  private @Nullable Integer limit;

  @Option(
      names = "--page",
      paramLabel = "NAME",
      description = "The page after another one, as the other one's end names it.")
  private @Nullable String page;

  /** Returns what was chosen; JSON was all clusters before there was a choice, and stays so. */
  ClusterChoice choice(boolean json) {
    int most = Optional.ofNullable(limit).orElse(json ? ClusterChoice.MOST : ClusterChoice.USUAL);
    if (most < 1 || most > ClusterChoice.MOST) {
      throw VerbFailure.wrongUsage("--limit is a number from 1 to " + ClusterChoice.MOST);
    }
    Optional<String> kind = Optional.ofNullable(finding).map(StableName::ofTyped);
    kind.flatMap(ClusterChoice::objection)
        .ifPresent(
            why -> {
              throw VerbFailure.wrongUsage(why);
            });
    return new ClusterChoice(
        all || json,
        Optional.ofNullable(zone),
        Optional.ofNullable(site),
        kind,
        Optional.ofNullable(version),
        most,
        Optional.ofNullable(page));
  }

  /** Returns the choice as the gateway takes it. */
  static String query(ClusterChoice choice) {
    return Stream.of(
            Optional.of("all=" + choice.all()),
            Optional.of("limit=" + choice.limit()),
            choice.zone().map(text -> "zone=" + encoded(text)),
            choice.site().map(text -> "site=" + encoded(text)),
            choice.finding().map(text -> "finding=" + encoded(text)),
            choice.version().map(text -> "version=" + encoded(text)),
            choice.page().map(text -> "page=" + encoded(text)))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
