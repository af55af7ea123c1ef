package io.quorate.gateway.http;

/**
 * Refusal of a request, answered with a status and a sentence. The exception has no stack trace,
 * because a refusal is not a fault of the gateway.
 */
final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  HttpProblem(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  static HttpProblem badRequest(String sentence) {
    return new HttpProblem(400, sentence);
  }

  int status() {
    return status;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
