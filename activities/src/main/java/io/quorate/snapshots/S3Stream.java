package io.quorate.snapshots;

import io.quorate.port.Failure;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;

/** An object that is read, whose failures are those of a file. */
final class S3Stream extends FilterInputStream {
  private final Function<SdkException, Failure> failure;

  /**
   * Makes a stream.
   *
   * @param failure makes the failure of a read
   */
  S3Stream(InputStream in, Function<SdkException, Failure> failure) {
    super(in);
    this.failure = failure;
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (SdkException e) {
      throw new S3Exchange(failure.apply(e));
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      return super.read(into, offset, length);
    } catch (SdkException e) {
      throw new S3Exchange(failure.apply(e));
    }
  }
}
