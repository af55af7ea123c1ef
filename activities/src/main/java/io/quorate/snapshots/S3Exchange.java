package io.quorate.snapshots;

import io.quorate.port.Failure;
import java.io.IOException;

/** Carries a failure of S3 through code that expects one of a file. */
final class S3Exchange extends IOException {
  private static final long serialVersionUID = 1;

  private final Failure failure;

  S3Exchange(Failure failure) {
    super(failure.getMessage(), failure);
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
