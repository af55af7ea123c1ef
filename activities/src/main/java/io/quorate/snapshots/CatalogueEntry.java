package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.SnapshotContent;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Catalogue entry of a snapshot: a JSON file beside the snapshot, for people and for Quorate.
 *
 * @param content what the snapshot holds; empty where it was not read
 * @param damage what is wrong inside a file that came as etcd sent it
 */
record CatalogueEntry(
    SavedSnapshot snapshot, Optional<SnapshotContent> content, Optional<String> damage) {
  static final String SUFFIX = ".json";
  static final String FILE_SUFFIX = ".db";
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** The entry of a snapshot that was saved and not yet read. */
  static CatalogueEntry unread(SavedSnapshot snapshot) {
    return new CatalogueEntry(snapshot, Optional.empty(), Optional.empty());
  }

  /**
   * The name of a snapshot: {@code <saved at>-r<revision>-t<term>-<first 12 of the SHA-256>.db}.
   */
  static String fileName(Instant savedAt, Revision revision, long raftTerm, String sha256) {
    return BASIC.format(savedAt)
        + ("-r" + revision.value())
        + ("-t" + raftTerm)
        + ("-" + sha256.substring(0, 12))
        + FILE_SUFFIX;
  }

  /** The name of the entry beside a snapshot. */
  static String nameFor(String snapshotFile) {
    return snapshotFile.substring(0, snapshotFile.length() - FILE_SUFFIX.length()) + SUFFIX;
  }

  String text() {
    ObjectNode node = JSON.createObjectNode();
    node.put("cluster", snapshot.cluster().value());
    node.put("file", snapshot.file());
    node.put("sha256", snapshot.sha256());
    node.put("sizeBytes", snapshot.sizeBytes());
    node.put("revisionAtLeast", snapshot.atLeast().value());
    node.put("raftTerm", snapshot.raftTerm());
    node.put("clusterId", snapshot.clusterId().toString());
    node.put("etcdVersion", snapshot.version().toString());
    node.put("sourceMember", snapshot.source().value());
    node.put("savedAt", snapshot.savedAt().toString());
    snapshot.salvage().ifPresent(salvage -> SalvageText.write(salvage, node.putObject("salvage")));
    content.ifPresent(read -> ContentText.write(read, node.putObject("content")));
    damage.ifPresent(what -> node.put("damage", what));
    node.put("verify", RestoreByHand.check(snapshot) + "   # prints sha256");
    ArrayNode restore = node.putArray("restore");
    RestoreByHand.steps(snapshot).forEach(restore::add);
    try {
      return JSON.writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers can be written", e);
    }
  }

  /** Parses an entry; empty when the text is no entry. */
  static Optional<CatalogueEntry> parse(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return Optional.of(
          new CatalogueEntry(
              parse(node),
              ContentText.read(node.path("content")),
              Optional.ofNullable(node.get("damage")).map(JsonNode::asText)));
    } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SavedSnapshot parse(JsonNode node) {
    return new SavedSnapshot(
        new ClusterKey(required(node, "cluster").asText()),
        required(node, "file").asText(),
        required(node, "sha256").asText(),
        required(node, "sizeBytes").asLong(),
        new Revision(required(node, "revisionAtLeast").asLong()),
        required(node, "raftTerm").asLong(),
        ClusterId.parse(required(node, "clusterId").asText()),
        EtcdVersion.parse(required(node, "etcdVersion").asText()),
        new MemberName(required(node, "sourceMember").asText()),
        Instant.parse(required(node, "savedAt").asText()),
        SalvageText.read(node.path("salvage")));
  }

  private static JsonNode required(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null) {
      throw new IllegalArgumentException("no field " + field);
    }
    return value;
  }
}
