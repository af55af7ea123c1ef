package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.client.Takes;
import io.quorate.gateway.People;
import io.quorate.operation.Taken;
import io.quorate.wire.RequestJson;
import java.util.Optional;

/** {@code /api/operations/NAME/take}: who is on it, of an operation or of a cluster. */
final class TakeEndpoint {
  private final Takes takes;
  private final People people;

  TakeEndpoint(Takes takes, People people) {
    this.takes = takes;
    this.people = people;
  }

  void take(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    Caller caller = Caller.of(http, body, "by");
    Optional<String> refusal = people.refusalToTake(caller.name());
    if (refusal.isPresent()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, refusal.get()));
      return;
    }
    Taken taken = people.taken(caller.name(), caller.identity(), caller.door());
    Answers.send(
        http,
        takes.take(http.pathParam("operation"), OperationsEndpoint.id(body), taken),
        answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }
}
