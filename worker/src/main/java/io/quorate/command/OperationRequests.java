package io.quorate.command;

import io.quorate.wire.RequestJson;
import java.util.Optional;
import java.util.UUID;

/** Sends a request to an operation; the exit code says whether it counted. */
record OperationRequests(QuorateCommand quorate, String operation) {
  private static final int UNCONFIRMED = 202;

  int approve(String digest, Optional<String> comment) {
    return ask("approve", request(Optional.of(digest), comment, Optional.empty()));
  }

  int ask(String verb, Optional<String> reason) {
    return ask(verb, request(Optional.empty(), Optional.empty(), reason));
  }

  private RequestJson request(
      Optional<String> digest, Optional<String> comment, Optional<String> reason) {
    return new RequestJson(
        UUID.randomUUID().toString(), digest, quorate.person().name(), comment, reason);
  }

  private int ask(String verb, RequestJson request) {
    GatewayClient.Reply reply =
        new GatewayClient(quorate.configuration().gateway().listen())
            .post("/api/operations/" + GatewayClient.segment(operation) + "/" + verb, request);
    RequestJson.Answer answer = reply.as(RequestJson.Answer.class);
    quorate.answer(answer.sentence(), answer);
    if (reply.status() == UNCONFIRMED) {
      return ExitCode.UNREACHABLE;
    }
    return answer.counted() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
