package io.quorate.playground;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Map.Entry;
import java.util.zip.GZIPOutputStream;

/**
 * Rewrites recorded histories so that nothing in them names the machine they were recorded on:
 * folders, its name, process ids. Payloads are base64 in a history, so they are decoded for it. A
 * replay compares commands, not the texts of payloads.
 *
 * @param words what is replaced, by what; longer ones come first
 */
record PortableHistory(Map<String, String> words) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DATA = "data";
  private static final String METADATA = "metadata";

  /** The history as compressed JSON, the same bytes for the same history. */
  byte[] compressed(String history) throws IOException {
    JsonNode rewritten = rewritten(MAPPER.readTree(history));
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) {
      zip.write(MAPPER.writeValueAsBytes(rewritten));
    }
    return bytes.toByteArray();
  }

  /** The same tree in other words. */
  JsonNode rewritten(JsonNode tree) throws JsonProcessingException {
    return switch (tree) {
      case ObjectNode object -> rewritten(object);
      case ArrayNode array -> {
        ArrayNode all = MAPPER.createArrayNode();
        for (JsonNode each : array) {
          all.add(rewritten(each));
        }
        yield all;
      }
      case TextNode text -> TextNode.valueOf(replaced(text.textValue()));
      default -> tree;
    };
  }

  private JsonNode rewritten(ObjectNode object) throws JsonProcessingException {
    ObjectNode all = MAPPER.createObjectNode();
    for (Entry<String, JsonNode> field : object.properties()) {
      boolean payload = field.getKey().equals(DATA) && object.has(METADATA);
      all.set(field.getKey(), payload ? payload(field.getValue()) : rewritten(field.getValue()));
    }
    return all;
  }

  private JsonNode payload(JsonNode data) {
    String text = new String(Base64.getDecoder().decode(data.textValue()), StandardCharsets.UTF_8);
    return TextNode.valueOf(
        Base64.getEncoder().encodeToString(replaced(text).getBytes(StandardCharsets.UTF_8)));
  }

  private String replaced(String text) {
    String other = text;
    for (Entry<String, String> word : words.entrySet()) {
      other = other.replace(word.getKey(), word.getValue());
    }
    return other.replaceAll("^\\d+@host", "1@host");
  }
}
