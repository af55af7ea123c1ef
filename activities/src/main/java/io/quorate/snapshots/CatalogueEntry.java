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
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore.Origin;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Catalogue entry of a snapshot: a JSON file beside the snapshot, for people and for Quorate.
 *
 * @param content what the snapshot holds; empty where it was not read
 * @param damage what is wrong inside a file that came as etcd sent it, or what a restore showed
 * @param drill its last restore on trial
 */
record CatalogueEntry(
    SavedSnapshot snapshot,
    Optional<SnapshotContent> content,
    Optional<SnapshotFlaw> damage,
    Optional<Drill> drill) {
  /** The flaw of a snapshot whose entry lacks the MAC that the configuration asks for. */
  static final SnapshotFlaw NOT_SEALED =
      new SnapshotFlaw(
          SnapshotFlaw.Kind.NOT_SIGNED,
          "its catalogue entry is not signed with the key of snapshots.s3.macKeyFile: it was saved"
              + " before there was a key, or somebody else wrote it");

  static final String SUFFIX = ".json";
  static final String FILE_SUFFIX = ".db";

  /** Most bytes of an entry; a larger file is none. */
  static final long LIMIT_BYTES = 64 * 1024;

  /** The order of entries in the catalogue. */
  static final Comparator<CatalogueEntry> NEWEST_FIRST =
      Comparator.comparing((CatalogueEntry entry) -> entry.snapshot().savedAt()).reversed();

  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** The entry of a snapshot that was saved and not yet read. */
  static CatalogueEntry unread(SavedSnapshot snapshot) {
    return new CatalogueEntry(snapshot, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The part of a name that is known before the save: {@code <saved at>-r<revision>-t<term>}. */
  static String stem(Origin origin, Instant savedAt) {
    return BASIC.format(savedAt) + ("-r" + origin.atLeast().value()) + ("-t" + origin.raftTerm());
  }

  /** The name of a snapshot: its stem and 12 hexadecimal digits that no other one has. */
  static String fileName(String stem, String digits) {
    return stem + "-" + digits.substring(0, 12) + FILE_SUFFIX;
  }

  /** The name of the entry beside a snapshot. */
  static String nameFor(String snapshotFile) {
    return snapshotFile.substring(0, snapshotFile.length() - FILE_SUFFIX.length()) + SUFFIX;
  }

  /** The entry with what the snapshot holds. */
  CatalogueEntry describing(SnapshotContent read) {
    return new CatalogueEntry(snapshot, Optional.of(read), damage, drill);
  }

  /** The entry of a snapshot that must not be restored. */
  CatalogueEntry damaged(SnapshotFlaw what) {
    return new CatalogueEntry(snapshot, content, Optional.of(what), drill);
  }

  /**
   * The entry after a restore on trial. A bad trial marks the snapshot; a good trial removes the
   * mark of an earlier trial.
   */
  CatalogueEntry after(Drill restored) {
    return new CatalogueEntry(
        snapshot,
        content,
        restored
            .mismatch()
            .map(SnapshotFlaw::marked)
            .or(() -> damage.filter(what -> !what.mayPass())),
        Optional.of(restored));
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
    damage.ifPresent(
        what -> node.put("damage", what.words()).put("damageKind", what.kind().name()));
    drill.ifPresent(last -> DrillText.write(last, node.putObject("restored")));
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
              Optional.ofNullable(node.get("damage")).map(words -> damage(node, words.asText())),
              DrillText.read(node.path("restored"))));
    } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SnapshotFlaw damage(JsonNode node, String words) {
    String kind = required(node, "damageKind").asText();
    return new SnapshotFlaw(SnapshotFlaw.Kind.valueOf(kind), words);
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
