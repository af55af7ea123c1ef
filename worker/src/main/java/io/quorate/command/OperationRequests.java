package io.quorate.command;

import io.quorate.wire.RequestJson;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import java.util.Optional;
import java.util.UUID;

/** Sends a request to an operation; the exit code says whether it counted. */
record OperationRequests(QuorateCommand quorate, String operation) {
  private static final int UNCONFIRMED = 202;

  /**
   * Approves a plan.
   *
   * @param question the number of the question; needed where another one was about an equal plan
   * @param confirm the name of the cluster as it was typed; asked for at a terminal where the
   *     question wants one and none was given
   */
  int approve(
      String digest,
      Optional<String> question,
      Optional<String> comment,
      Optional<String> confirm) {
    Optional<String> name = confirm.or(this::askedName);
    return ask(
        "approve",
        new RequestJson(
            UUID.randomUUID().toString(),
            Optional.of(digest),
            quorate.asking().name(),
            comment,
            name,
            Optional.empty(),
            question,
            Optional.of(quorate.asking().login())));
  }

  /** Asks the person at the terminal for the name of the cluster; scripts are never asked. */
  private Optional<String> askedName() {
    if (!quorate.terminal().asks()) {
      return Optional.empty();
    }
    ShowJson state =
        quorate
            .gateway()
            .get("/api/operations/" + GatewayClient.segment(operation))
            .as(ShowJson.class);
    return state
        .openApproval()
        .flatMap(ApprovalJson::typed)
        .flatMap(
            name ->
                quorate
                    .terminal()
                    .ask(
                        state.title()
                            + state.warning().map(words -> ": this " + words).orElse("")
                            + ".\n"
                            + "Type the name of the cluster to approve it: "));
  }

  int ask(String verb, Optional<String> reason) {
    return ask(
        verb,
        new RequestJson(
            UUID.randomUUID().toString(),
            Optional.empty(),
            quorate.asking().name(),
            Optional.empty(),
            Optional.empty(),
            reason,
            Optional.empty(),
            Optional.of(quorate.asking().login())));
  }

  private int ask(String verb, RequestJson request) {
    GatewayClient.Reply reply =
        quorate
            .gateway()
            .post("/api/operations/" + GatewayClient.segment(operation) + "/" + verb, request);
    RequestJson.Answer answer = reply.as(RequestJson.Answer.class);
    quorate.answer(answer.sentence(), answer);
    if (reply.status() == UNCONFIRMED) {
      return ExitCode.UNREACHABLE;
    }
    return answer.counted() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
