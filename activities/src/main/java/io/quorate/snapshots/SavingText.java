package io.quorate.snapshots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.port.WhileSaved;
import io.quorate.port.WhileSaved.Listed;
import io.quorate.port.WhileSaved.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The cluster before and after a save, as a snapshot's catalogue entry has it. */
final class SavingText {
  private SavingText() {}

  static void write(WhileSaved seen, ObjectNode into) {
    write(seen.before(), into.putObject("before"));
    write(seen.after(), into.putObject("after"));
  }

  private static void write(Standing at, ObjectNode into) {
    into.put("revision", at.revision().value());
    into.put("raftTerm", at.raftTerm());
    at.leader().ifPresent(leader -> into.put("leader", leader.toString()));
    ArrayNode members = into.putArray("members");
    at.members()
        .forEach(
            member ->
                members
                    .addObject()
                    .put("id", member.id().toString())
                    .put("name", member.name())
                    .put("learner", member.learner()));
  }

  /** Reads what was written; empty for what was not, as in entries of releases without it. */
  static Optional<WhileSaved> read(JsonNode node) {
    return node.isObject()
        ? Optional.of(new WhileSaved(standing(node.path("before")), standing(node.path("after"))))
        : Optional.empty();
  }

  private static Standing standing(JsonNode node) {
    List<Listed> members = new ArrayList<>();
    node.path("members")
        .forEach(
            one ->
                members.add(
                    new Listed(
                        MemberId.parse(one.path("id").asText()),
                        one.path("name").asText(),
                        one.path("learner").asBoolean())));
    return new Standing(
        new Revision(node.path("revision").asLong()),
        node.path("raftTerm").asLong(),
        Optional.ofNullable(node.get("leader")).map(JsonNode::asText).map(MemberId::parse),
        members);
  }
}
