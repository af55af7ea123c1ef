package io.quorate.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import io.quorate.cluster.CleanText;
import io.quorate.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON of requests and answers; a wrong body is a 4xx with a sentence. */
final class Bodies {
  /**
   * Number of bytes of a too large body that are read and discarded, so that the answer still gets
   * through.
   */
  private static final long MOST_DRAINED = 64L << 20;

  /** Most bytes of the body of a request of a person. */
  static final int LARGEST = 64 << 10;

  private static final int DEEPEST = 64;

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Bodies() {}

  /**
   * Reads the body as JSON; throws {@link HttpProblem} 413 beyond {@code limit} bytes, 400 when it
   * is not JSON.
   */
  static JsonNode read(Context http, int limit) {
    try {
      InputStream in = http.req().getInputStream();
      byte[] body = in.readNBytes(limit + 1);
      if (body.length > limit) {
        drain(in);
        throw new HttpProblem(413, "The body is larger than " + (limit >> 10) + " KiB.");
      }
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw HttpProblem.badRequest("The body is not JSON" + place(e) + ".");
    } catch (IOException e) {
      throw HttpProblem.badRequest("The body could not be read to its end as JSON.");
    }
  }

  /** Reads the body as a JSON object. */
  static JsonNode object(Context http, int limit) {
    JsonNode body = read(http, limit);
    if (!body.isObject()) {
      throw HttpProblem.badRequest("The body has to be a JSON object.");
    }
    return body;
  }

  static void write(Context http, int status, Object value) {
    http.status(status).contentType("application/json").result(Json.text(value));
  }

  /**
   * Returns a text field of at most this many characters, on one line; empty when it is missing.
   */
  static String text(JsonNode body, String field, int longest) {
    JsonNode value = body.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (!value.isTextual() || value.textValue().length() > longest) {
      throw HttpProblem.badRequest(
          "'" + field + "' has to be a string of at most " + longest + " characters.");
    }
    return CleanText.line(value.textValue());
  }

  static String requiredText(JsonNode body, String field, int longest) {
    String value = text(body, field, longest);
    if (value.isEmpty()) {
      throw HttpProblem.badRequest("'" + field + "' is missing.");
    }
    return value;
  }

  /** Returns a field with lists of texts, as in {@code {"member": ["etcd-1"]}}. */
  static Map<String, List<String>> lists(JsonNode body, String field) {
    JsonNode value = body.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return Map.of();
    }
    Map<String, List<String>> lists = new TreeMap<>();
    for (var entry : value.properties()) {
      lists.put(entry.getKey(), strings(entry.getValue(), field));
    }
    if (!value.isObject()) {
      throw notLists(field);
    }
    return lists;
  }

  private static List<String> strings(JsonNode list, String field) {
    if (!list.isArray()) {
      throw notLists(field);
    }
    List<String> strings = new ArrayList<>();
    for (JsonNode item : list) {
      if (!item.isTextual()) {
        throw notLists(field);
      }
      strings.add(item.textValue());
    }
    return List.copyOf(strings);
  }

  private static HttpProblem notLists(String field) {
    return HttpProblem.badRequest(
        "'"
            + field
            + "' has to be an object of lists of strings, such as {\"member\": [\"etcd-1\"]}.");
  }

  private static String place(JsonProcessingException problem) {
    return problem.getLocation() == null
        ? ""
        : " (line "
            + problem.getLocation().getLineNr()
            + ", column "
            + problem.getLocation().getColumnNr()
            + ")";
  }

  private static void drain(InputStream in) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long drained = 0;
    int read = in.read(buffer);
    while (read >= 0 && drained < MOST_DRAINED) {
      drained += read;
      read = in.read(buffer);
    }
  }
}
