package io.quorate.gateway.http;

/** A request that ends with this status and this sentence. No stack trace: it is an answer. */
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
