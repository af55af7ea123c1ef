package io.quorate.playground.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Machines;
import io.quorate.playground.telling.SeenMember;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cluster as etcd itself tells of it, by etcdctl on the machine of a member, without any code
 * of the product. Nobody may write meanwhile.
 *
 * @param differences faults that no cluster may have, in sentences
 */
record MachinesInspection(List<SeenMember> members, List<String> differences) {
  private static final String CTL = "$(ls -d /opt/etcd/[0-9]* | tail -n 1)/etcdctl ";
  private static final ObjectMapper JSON = new ObjectMapper();

  MachinesInspection {
    members = List.copyOf(members);
    differences = List.copyOf(differences);
  }

  static MachinesInspection of(Machines machines, int voters)
      throws IOException, InterruptedException {
    JsonNode list = asked(machines, "member list");
    Map<String, JsonNode> status = byMember(asked(machines, "endpoint status --cluster"), "Status");
    Map<String, JsonNode> hashes = byMember(asked(machines, "endpoint hashkv --cluster"), "HashKV");
    List<SeenMember> members = new ArrayList<>();
    for (JsonNode one : list.path("members")) {
      String id = hex(one.path("ID"));
      JsonNode said = status.getOrDefault(id, JSON.createObjectNode());
      JsonNode hash = hashes.getOrDefault(id, JSON.createObjectNode());
      members.add(
          new SeenMember(
              one.path("name").asText(),
              id,
              one.path("isLearner").asBoolean() ? "learner" : "voter",
              hex(said.path("leader")).equals(id),
              said.path("version").asText(),
              hash.path("header").path("revision").asLong(),
              hash.path("hash").asLong(),
              texts(one.path("peerURLs")),
              texts(one.path("clientURLs"))));
    }
    members.sort(Comparator.comparing(SeenMember::name));
    return new MachinesInspection(members, judged(members, voters));
  }

  /** Returns the client URLs of the members. */
  List<String> clientUrls() {
    return members.stream().map(member -> member.clientUrls().getFirst()).toList();
  }

  private static JsonNode asked(Machines machines, String question)
      throws IOException, InterruptedException {
    return JSON.readTree(machines.on(1, CTL + question + " -w json"));
  }

  private static Map<String, JsonNode> byMember(JsonNode answers, String part) {
    Map<String, JsonNode> members = new TreeMap<>();
    for (JsonNode answer : answers) {
      members.put(hex(answer.path(part).path("header").path("member_id")), answer.path(part));
    }
    return members;
  }

  private static List<String> judged(List<SeenMember> members, int voters) {
    List<String> differences = new ArrayList<>();
    if (members.stream().filter(one -> one.votingStatus().equals("voter")).count() != voters
        || members.size() != voters) {
      differences.add("there are not just " + voters + " voters: " + members);
    }
    if (members.stream().filter(SeenMember::leader).count() != 1) {
      differences.add("there is not exactly one leader");
    }
    if (members.stream().map(one -> one.revision() + " " + one.hash()).distinct().count() != 1) {
      differences.add("the members do not have the same data: " + members);
    }
    return differences;
  }

  private static List<String> texts(JsonNode urls) {
    List<String> texts = new ArrayList<>();
    urls.forEach(url -> texts.add(url.asText()));
    return texts;
  }

  /** Ids are unsigned, and half of them are larger than a long. */
  private static String hex(JsonNode id) {
    return id.isMissingNode() ? "" : new BigInteger(id.asText()).toString(16);
  }
}
