package io.quorate.volume;

import io.quorate.port.Failure;

/** The id of an operation as part of a file name. */
final class OperationName {
  private OperationName() {}

  /** The operation's id, checked because it becomes part of a file name. */
  static String plain(String operation) {
    if (!operation.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new Failure.Fault("'" + operation + "' cannot be part of a file name");
    }
    return operation;
  }
}
