package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Catalogue entry of a snapshot: a JSON file beside the snapshot, for people and for Quorate. */
final class CatalogueEntry {
  static final String SUFFIX = ".json";
  static final String FILE_SUFFIX = ".db";
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private CatalogueEntry() {}

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

  static String text(SavedSnapshot snapshot) {
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
    node.put("verify", "head -c -32 " + snapshot.file() + " | sha256sum   # prints sha256");
    node.put("restore", restoreSentence(snapshot));
    try {
      return JSON.writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers can be written", e);
    }
  }

  private static String restoreSentence(SavedSnapshot snapshot) {
    String tool = snapshot.version().isBefore(new EtcdVersion(3, 5, 0)) ? "etcdctl" : "etcdutl";
    return "Stop every member of the old cluster first; then, once per member, into an empty"
        + (" directory, with the " + tool + " of etcd " + snapshot.version() + ": ")
        + (tool + " snapshot restore " + snapshot.file())
        + " --data-dir DIR --name NAME --initial-cluster NAME=PEER_URL,..."
        + " --initial-cluster-token A_NEW_ONE --initial-advertise-peer-urls PEER_URL";
  }

  /** Parses an entry; empty when the text is no entry. */
  static Optional<SavedSnapshot> parse(String text) {
    try {
      return Optional.of(parse(JSON.readTree(text)));
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
        Instant.parse(required(node, "savedAt").asText()));
  }

  private static JsonNode required(JsonNode node, String field) {
    JsonNode value = node.get(field);
    if (value == null) {
      throw new IllegalArgumentException("no field " + field);
    }
    return value;
  }
}
