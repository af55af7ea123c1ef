package io.quorate.datadir.raft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quorate.cluster.MemberId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A raft snapshot file, {@code <term>-<index>.snap} (etcd's {@code snap/snapshotter.go}).
 *
 * @param members those of the old store, which is the truth for 3.4 and 3.5
 * @param removed ids that were removed and can never come back
 */
public record SnapshotFile(
    Position at, ConfState confState, List<MemberRecord> members, List<MemberId> removed) {
  public SnapshotFile {
    members = List.copyOf(members);
    removed = List.copyOf(removed);
  }

  /** Reads the content of a file; its name has to tell the same place. */
  public static SnapshotFile read(byte[] file, Position named) throws MalformedMessageException {
    var in = new MessageReader(file);
    long crc = 0;
    byte[] data = {};
    while (in.next()) {
      switch (in.field()) {
        case 1 -> crc = in.number();
        case 2 -> data = in.copy();
        default -> {}
      }
    }
    if (data.length == 0 || crc == 0) {
      throw new MalformedMessageException("it is empty");
    }
    var sum = new CRC32C();
    sum.update(data);
    if ((int) sum.getValue() != (int) crc) {
      throw new MalformedMessageException("its checksum is another");
    }
    return content(data, named);
  }

  private static SnapshotFile content(byte[] data, Position named)
      throws MalformedMessageException {
    var in = new MessageReader(data);
    byte[] payload = {};
    ConfState confState = new ConfState(List.of(), List.of());
    Position at = Position.START;
    while (in.next()) {
      if (in.field() == 1) {
        payload = in.copy();
      } else if (in.field() == 2) {
        MessageReader metadata = in.message();
        while (metadata.next()) {
          switch (metadata.field()) {
            case 1 -> confState = ConfState.read(metadata.message());
            case 2 -> at = new Position(at.term(), metadata.number());
            case 3 -> at = new Position(metadata.number(), at.index());
            default -> {}
          }
        }
      }
    }
    if (!at.equals(named)) {
      throw new MalformedMessageException("it is of %s, by its name of %s".formatted(at, named));
    }
    return withMembers(at, confState, payload);
  }

  private static SnapshotFile withMembers(Position at, ConfState confState, byte[] payload)
      throws MalformedMessageException {
    if (payload.length == 0) {
      return new SnapshotFile(at, confState, List.of(), List.of());
    }
    JsonNode store = MemberRecord.tree(payload).at("/Root/Children/0/Children");
    List<MemberRecord> members = new ArrayList<>();
    for (var child : children(store.path("members"))) {
      member(child).ifPresent(members::add);
    }
    List<MemberId> removed = new ArrayList<>();
    for (var child : children(store.path("removed_members"))) {
      id(child.getKey()).ifPresent(removed::add);
    }
    return new SnapshotFile(at, confState, members, removed);
  }

  private static Iterable<Map.Entry<String, JsonNode>> children(JsonNode folder) {
    return folder.path("Children").properties();
  }

  private static Optional<MemberRecord> member(Map.Entry<String, JsonNode> child)
      throws MalformedMessageException {
    Optional<MemberId> id = id(child.getKey());
    if (id.isEmpty()) {
      return Optional.empty();
    }
    JsonNode files = child.getValue().path("Children");
    JsonNode raft = value(files.path("raftAttributes"));
    JsonNode attributes = value(files.path("attributes"));
    return Optional.of(
        new MemberRecord(
            id.get(),
            attributes.path("name").asText(""),
            MemberRecord.texts(raft.path("peerURLs")),
            MemberRecord.texts(attributes.path("clientURLs")),
            raft.path("isLearner").asBoolean(false)));
  }

  private static JsonNode value(JsonNode file) throws MalformedMessageException {
    String text = file.path("Value").asText("");
    return text.isEmpty()
        ? MissingNode.getInstance()
        : MemberRecord.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<MemberId> id(String hexadecimal) {
    return hexadecimal.matches("[0-9a-f]{1,16}")
        ? Optional.of(MemberId.parse(hexadecimal))
        : Optional.empty();
  }
}
