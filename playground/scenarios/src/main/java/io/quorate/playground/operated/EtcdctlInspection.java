package io.quorate.playground.operated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.playground.telling.SeenMember;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cluster as etcd itself tells of it, by etcdctl, without any code of the product. Nobody may
 * write meanwhile.
 *
 * @param differences faults that no cluster may have, in sentences
 */
public record EtcdctlInspection(List<SeenMember> members, List<String> differences) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public EtcdctlInspection {
    members = List.copyOf(members);
    differences = List.copyOf(differences);
  }

  /** A run of etcdctl that reaches every member; its answer in JSON. */
  @FunctionalInterface
  public interface Etcdctl {
    /**
     * Returns the answer.
     *
     * @param question such as {@code endpoint status}
     */
    String asked(String question) throws IOException, InterruptedException;
  }

  /** Inspects the cluster. One that does not report all of its members is a difference. */
  public static EtcdctlInspection of(Etcdctl etcdctl, int voters) throws InterruptedException {
    try {
      List<SeenMember> members = members(etcdctl);
      return new EtcdctlInspection(members, judged(members, voters));
    } catch (IOException silent) {
      return new EtcdctlInspection(List.of(), List.of(String.valueOf(silent.getMessage())));
    }
  }

  private static List<SeenMember> members(Etcdctl etcdctl)
      throws IOException, InterruptedException {
    JsonNode list = JSON.readTree(etcdctl.asked("member list"));
    Map<String, JsonNode> status = byMember(etcdctl.asked("endpoint status"), "Status");
    Map<String, JsonNode> hashes = byMember(etcdctl.asked("endpoint hashkv"), "HashKV");
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
    return members;
  }

  /** Returns the client URLs of the members. */
  public List<String> clientUrls() {
    return members.stream().map(member -> member.clientUrls().getFirst()).toList();
  }

  private static Map<String, JsonNode> byMember(String answers, String part) throws IOException {
    Map<String, JsonNode> members = new TreeMap<>();
    for (JsonNode answer : JSON.readTree(answers)) {
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
