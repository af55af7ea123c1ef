package io.quorate.etcd;

import io.quorate.port.Failure;

/** The class of a {@link Failure}, as a value for the error table. */
enum ErrorClass {
  TRANSIENT,
  NOT_YET,
  REFUSED,
  UNKNOWN,
  FAULT;

  Failure with(Kind kind, String sentence, Throwable cause) {
    return switch (this) {
      case TRANSIENT -> new Failure.Transient(sentence, cause);
      case NOT_YET -> new Failure.NotYet(sentence, cause);
      case REFUSED -> new Failure.Refused(sentence, cause);
      case UNKNOWN ->
          new Failure.Unknown(
              sentence + "; it may still happen: " + kind.readBack() + " before anything else",
              cause);
      case FAULT -> new Failure.Fault(sentence, cause);
    };
  }
}
