package io.quorate.etcd;

import io.quorate.port.Failure;

/** The class of a {@link Failure}, as a value for the error table. */
enum ErrorClass {
  TRANSIENT,
  NOT_YET,
  REFUSED,
  UNKNOWN,
  FAULT;

  /**
   * Makes the failure.
   *
   * @param readBack how a person finds out whether the change happened
   */
  Failure with(String readBack, String sentence, Throwable cause) {
    return switch (this) {
      case TRANSIENT -> new Failure.Transient(sentence, cause);
      case NOT_YET -> new Failure.NotYet(sentence, cause);
      case REFUSED -> new Failure.Refused(sentence, cause);
      case UNKNOWN ->
          new Failure.Unknown(
              sentence + "; it may still happen: " + readBack + " before anything else", cause);
      case FAULT -> new Failure.Fault(sentence, cause);
    };
  }
}
