package io.quorate.datadir.wal;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A message of protobuf, field by field. */
public final class WrittenMessage {
  private WrittenMessage() {}

  /** The fields of a message. */
  @FunctionalInterface
  public interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  public static byte[] of(Fields fields) {
    var bytes = new ByteArrayOutputStream();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      fields.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
