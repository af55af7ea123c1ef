package io.quorate.snapshots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.Revision;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.port.Storage.HashOfKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of a snapshot as its catalogue entry has it, for people and for Quorate. */
final class ContentText {
  private ContentText() {}

  static void write(SnapshotContent content, ObjectNode into) {
    into.put("revision", content.revision().value());
    into.put("raftIndex", content.raftIndex());
    content.raftTerm().ifPresent(term -> into.put("raftTerm", term));
    content.keys().ifPresent(keys -> write(keys, into.putObject("keysOfSource")));
    ArrayNode members = into.putArray("members");
    content
        .members()
        .forEach(
            member ->
                members.addObject().put("name", member.name()).put("learner", member.learner()));
    ArrayNode alarms = into.putArray("alarms");
    content.alarms().forEach(alarm -> alarms.add(alarm.name()));
    content.downgradeTo().ifPresent(to -> into.put("downgradeTo", to));
    into.put("authentication", content.authentication());
    ArrayNode versions = into.putArray("etcdVersionsThen");
    content.versions().forEach(versions::add);
    content.whileSaved().ifPresent(seen -> SavingText.write(seen, into.putObject("whileSaved")));
    ArrayNode remarks = into.putArray("remarks");
    content.remarks().forEach(remarks::add);
  }

  private static void write(KeysOfSource keys, ObjectNode into) {
    into.put("count", keys.count());
    into.put("hash", Integer.toUnsignedLong(keys.hash().hash()));
    into.put("compactRevision", keys.hash().compactedAt().value());
    into.put("atRevision", keys.hash().at().value());
  }

  /**
   * Reads what was written; what cannot be read counts as not told, as in entries of releases that
   * did not ask.
   */
  static Optional<SnapshotContent> read(JsonNode node) {
    if (!node.path("revision").isIntegralNumber() || !node.path("raftIndex").isIntegralNumber()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SnapshotContent(
              new Revision(node.path("revision").asLong()),
              node.path("raftIndex").asLong(),
              Optional.ofNullable(node.get("raftTerm")).map(JsonNode::asLong),
              members(node.path("members")),
              texts(node.path("alarms")).stream().map(Alarm.Kind::valueOf).toList(),
              Optional.ofNullable(node.get("downgradeTo")).map(JsonNode::asText),
              node.path("authentication").asBoolean(),
              texts(node.path("etcdVersionsThen")),
              keys(node.path("keysOfSource")),
              SavingText.read(node.path("whileSaved"))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<MemberIn> members(JsonNode node) {
    List<MemberIn> members = new ArrayList<>();
    node.forEach(
        one ->
            members.add(new MemberIn(one.path("name").asText(), one.path("learner").asBoolean())));
    return members;
  }

  private static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    node.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  private static Optional<KeysOfSource> keys(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new KeysOfSource(
                node.path("count").asLong(),
                new HashOfKeys(
                    (int) node.path("hash").asLong(),
                    new Revision(node.path("compactRevision").asLong()),
                    new Revision(node.path("atRevision").asLong()))))
        : Optional.empty();
  }
}
