package io.quorate.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;

/** The page {@code /members} that etcd serves to peers: its member list in JSON. */
final class PeerList {
  private static final int LONGEST = 1 << 20;
  private static final int MOST = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  private PeerList() {}

  /** Reads the page. Throws {@link Failure.Transient} where it is no list of members. */
  static List<MembershipEntry> read(String page) {
    try {
      JsonNode all = page.length() > LONGEST ? JSON.nullNode() : JSON.readTree(page);
      if (!all.isArray() || all.isEmpty() || all.size() > MOST) {
        throw new Failure.Transient("what is served to peers is no list of members");
      }
      List<MembershipEntry> entries = new ArrayList<>();
      all.forEach(one -> entries.add(entry(one)));
      return entries;
    } catch (JsonProcessingException foreign) {
      throw new Failure.Transient("what is served to peers is no list of members", foreign);
    }
  }

  private static MembershipEntry entry(JsonNode one) {
    JsonNode id = one.path("id");
    List<String> urls = texts(one.path("peerURLs"));
    if (!id.isIntegralNumber() || urls.isEmpty()) {
      throw new Failure.Transient("what is served to peers has a member without id or peer URL");
    }
    return new MembershipEntry(
        // An unsigned 64-bit number: of one above 2^63 the bits are the same.
        new MemberId(id.bigIntegerValue().longValue()),
        one.path("name").asText(""),
        one.path("isLearner").asBoolean(false),
        urls,
        texts(one.path("clientURLs")));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText("")));
    return texts;
  }
}
