package io.quorate.datadir.raft;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.quorate.cluster.MemberId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A member as etcd writes it in JSON: in its buckets, and beside changes of the membership.
 *
 * @param name empty for a member that was added and never started
 */
public record MemberRecord(
    MemberId id, String name, List<String> peerUrls, List<String> clientUrls, boolean learner) {
  private static final int MOST_DEPTH = 64;
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
                  .build())
          .build();

  public MemberRecord {
    peerUrls = List.copyOf(peerUrls);
    clientUrls = List.copyOf(clientUrls);
  }

  /** Reads what etcd wrote for a member; ids are of 64 bits, unsigned. */
  public static MemberRecord read(byte[] json) throws MalformedMessageException {
    JsonNode node = tree(json);
    return new MemberRecord(
        new MemberId(node.path("id").bigIntegerValue().longValue()),
        node.path("name").asText(""),
        texts(node.path("peerURLs")),
        texts(node.path("clientURLs")),
        node.path("isLearner").asBoolean(false));
  }

  /** Any JSON of etcd's, at most 64 levels deep. */
  public static JsonNode tree(byte[] json) throws MalformedMessageException {
    try {
      JsonNode node = JSON.readTree(json);
      if (node == null || !node.isObject()) {
        throw new MalformedMessageException("this is no JSON object");
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new MalformedMessageException("this is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new MalformedMessageException("this is not JSON: " + e.getMessage());
    }
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Returns this member as a voter. */
  public MemberRecord promoted() {
    return new MemberRecord(id, name, peerUrls, clientUrls, false);
  }

  /** Returns this member with other peer URLs. */
  public MemberRecord at(List<String> urls) {
    return new MemberRecord(id, name, urls, clientUrls, learner);
  }

  /** Returns this member with the name and client URLs that the member has published. */
  public MemberRecord published(String newName, List<String> urls) {
    return new MemberRecord(id, newName, peerUrls, urls, learner);
  }
}
