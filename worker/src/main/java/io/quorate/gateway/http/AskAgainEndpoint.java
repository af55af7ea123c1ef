package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.client.Takes;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.AskedAgain;
import io.quorate.wire.RequestJson;
import java.util.Optional;

/**
 * {@code /api/operations/NAME/ask-again}: the open incident of an operation's cluster, or of a
 * cluster, asks again.
 */
final class AskAgainEndpoint {
  private final Takes takes;
  private final People people;
  private final Steering steering;

  AskAgainEndpoint(Takes takes, People people, Steering steering) {
    this.takes = takes;
    this.people = people;
    this.steering = steering;
  }

  void askAgain(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    String reason = Bodies.text(body, "reason", OperationsEndpoint.LONGEST_REASON);
    Caller caller = Caller.of(http, body, "by");
    Optional<String> refusal = steering.refusalToAskAgain(people.named(caller.name()));
    if (refusal.isPresent()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, refusal.get()));
      return;
    }
    AskedAgain wish = people.askedAgain(caller.name(), caller.identity(), caller.door(), reason);
    Answers.send(
        http,
        takes.askAgain(http.pathParam("operation"), OperationsEndpoint.id(body), wish),
        answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }
}
