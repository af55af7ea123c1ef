package io.quorate.etcd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.port.Failure;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The page {@code /members} that etcd serves to peers: its member list in JSON. */
final class PeerList {
  private static final int LONGEST = 1 << 20;
  private static final int MOST = 64;
  private static final ObjectMapper JSON = new ObjectMapper();

  private PeerList() {}

  /**
   * Reads the page. Throws {@link Failure.Transient} where the page is no list of members.
   *
   * @param from the address that served the page, for the message
   */
  static List<MembershipEntry> read(URI from, String page) {
    if (page.length() > LONGEST) {
      throw none(from, "the page is longer than " + LONGEST + " characters");
    }
    JsonNode all = json(from, page);
    if (!all.isArray() || all.isEmpty()) {
      throw none(from, "the page is no list with something in it");
    }
    if (all.size() > MOST) {
      throw none(
          from,
          "the page lists %d members, and no cluster has more than %d".formatted(all.size(), MOST));
    }
    List<MembershipEntry> entries = new ArrayList<>();
    all.forEach(one -> entries.add(entry(from, entries.size() + 1, one)));
    return entries;
  }

  private static JsonNode json(URI from, String page) {
    try {
      return JSON.readTree(page);
    } catch (JsonProcessingException foreign) {
      throw none(from, "the page is no JSON");
    }
  }

  private static Failure none(URI from, String why) {
    return new Failure.Transient(from + " serves no list of members: " + why);
  }

  private static MembershipEntry entry(URI from, int place, JsonNode one) {
    JsonNode id = one.path("id");
    List<String> urls = texts(one.path("peerURLs"));
    if (!id.isIntegralNumber()) {
      throw none(from, "member %d of the list has no number as its id".formatted(place));
    }
    if (urls.isEmpty()) {
      throw none(from, "member %d of the list has no peer URL".formatted(place));
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
