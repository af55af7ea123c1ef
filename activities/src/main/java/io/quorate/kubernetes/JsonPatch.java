package io.quorate.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A JSON patch (RFC 6902). It begins with tests: the API server changes nothing unless all of them
 * hold, so a patch that was overtaken has no effect. A path is given as its parts, whatever
 * characters they have.
 */
final class JsonPatch {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ArrayNode operations;

  private JsonPatch(ArrayNode operations) {
    this.operations = operations;
  }

  /** A patch of the one object with this uid, and of no later object of its name. */
  static JsonPatch ofUid(String uid) {
    return new JsonPatch(JsonNodeFactory.instance.arrayNode()).test(uid, "metadata", "uid");
  }

  /** A patch of an object that nobody has changed since this version. */
  static JsonPatch ofVersion(String uid, String resourceVersion) {
    return ofUid(uid).test(resourceVersion, "metadata", "resourceVersion");
  }

  JsonPatch test(Object value, String... path) {
    return with("test", path, value);
  }

  JsonPatch add(Object value, String... path) {
    return with("add", path, value);
  }

  JsonPatch replace(Object value, String... path) {
    return with("replace", path, value);
  }

  JsonPatch remove(String... path) {
    return new JsonPatch(operations.deepCopy().add(operation("remove", path)));
  }

  /** The patch as it travels. */
  String text() {
    return operations.toString();
  }

  @Override
  public String toString() {
    return text();
  }

  private JsonPatch with(String what, String[] path, Object value) {
    ObjectNode operation = operation(what, path);
    operation.set("value", MAPPER.valueToTree(value));
    return new JsonPatch(operations.deepCopy().add(operation));
  }

  private static ObjectNode operation(String what, String[] path) {
    return JsonNodeFactory.instance.objectNode().put("op", what).put("path", pointer(path));
  }

  /** The JSON pointer of a path that is given as its parts. */
  static String pointer(String... path) {
    var pointer = new StringBuilder();
    for (String part : path) {
      pointer.append('/').append(part.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}
