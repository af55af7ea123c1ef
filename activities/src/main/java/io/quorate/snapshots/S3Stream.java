package io.quorate.snapshots;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import software.amazon.awssdk.core.exception.SdkException;

/** An object that is read, whose failures are those of a file. */
final class S3Stream extends FilterInputStream {
  private final S3Bucket bucket;

  S3Stream(InputStream in, S3Bucket bucket) {
    super(in);
    this.bucket = bucket;
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (SdkException e) {
      throw new S3Exchange(bucket.failure(e));
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      return super.read(into, offset, length);
    } catch (SdkException e) {
      throw new S3Exchange(bucket.failure(e));
    }
  }
}
