package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.approval.Door;

/**
 * Person who asks for something, as the request's body names them, and the door they used. Nothing
 * verifies the name (docs/security.md).
 */
record Caller(String name, Door door) {
  private static final int LONGEST = 100;

  /**
   * Reads the caller; throws a 400 without a name or with an unknown door.
   *
   * @param field the one that holds the name
   */
  static Caller of(JsonNode body, String field) {
    Door door = door(body);
    return new Caller(Bodies.requiredText(body, field, LONGEST), door);
  }

  private static Door door(JsonNode body) {
    return switch (Bodies.text(body, "door", LONGEST)) {
      case "", "command-line" -> Door.COMMAND_LINE;
      case "page" -> Door.PAGE;
      default -> throw HttpProblem.badRequest("'door' is either page or command-line.");
    };
  }
}
