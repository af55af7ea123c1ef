package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.operation.OwnNames;
import io.quorate.operation.RequesterKind;
import java.util.Optional;

/**
 * Person who asks for something, and the door they used. Who showed a token is who the token says,
 * whatever the request's body has. Where nobody has to show one, the body names the person, and
 * nothing verifies it (docs/security.md); the command line says whether it has the name from the
 * operating system.
 */
record Caller(String name, Door door, Identity identity) {
  private static final int LONGEST = 100;

  /** Returns the caller of a request; the body counts only where nobody shows a token. */
  static Caller of(Context http, JsonNode body, String field) {
    return Authentication.visitor(http)
        .map(visitor -> new Caller(visitor.name(), visitor.door(), identity(visitor)))
        .orElseGet(() -> of(body, field));
  }

  /** A login that began with a click in Slack proves what Slack proves. */
  private static Identity identity(Visitor visitor) {
    return visitor.door() == Door.SLACK ? Identity.SLACK : Identity.TOKEN;
  }

  /** Returns how the caller is known, as the requester of an operation. */
  RequesterKind kind() {
    return identity == Identity.TYPED ? RequesterKind.UNVERIFIED : RequesterKind.PERSON;
  }

  /**
   * Reads the caller. Throws a 400 where the name is missing, where no person can have the name, or
   * where the door is unknown.
   *
   * @param field the one that holds the name
   */
  private static Caller of(JsonNode body, String field) {
    Door door = door(body);
    String name = Bodies.requiredText(body, field, LONGEST);
    Optional<String> objection = OwnNames.objection(name);
    if (objection.isPresent()) {
      throw HttpProblem.badRequest(objection.get() + ". Say who you are: --as NAME.");
    }
    boolean login = door == Door.COMMAND_LINE && body.path("login").asBoolean(false);
    return new Caller(name, door, login ? Identity.LOGIN : Identity.TYPED);
  }

  private static Door door(JsonNode body) {
    return switch (Bodies.text(body, "door", LONGEST)) {
      case "", "command-line" -> Door.COMMAND_LINE;
      case "page" -> Door.PAGE;
      default -> throw HttpProblem.badRequest("'door' is either page or command-line.");
    };
  }
}
