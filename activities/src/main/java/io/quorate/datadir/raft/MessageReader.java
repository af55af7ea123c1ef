package io.quorate.datadir.raft;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fields of a protobuf message, one after the other, without its schema's classes: etcd's log
 * has millions of messages of which a few numbers are wanted. A field that is not asked for is
 * skipped.
 */
public final class MessageReader {
  private final byte[] bytes;
  private final int from;
  private final CodedInputStream in;
  private int tag;
  private boolean taken = true;

  /** The message in those bytes, from the first to before the last. */
  public MessageReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.in = CodedInputStream.newInstance(bytes, from, to - from);
  }

  public MessageReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private MessageReader(MessageReader outer, Span span) {
    this(outer.bytes, span.from(), span.to());
  }

  /** Whether there is another field, which is then the present one. */
  public boolean next() throws MalformedMessageException {
    return read(
        () -> {
          if (!taken && !in.skipField(tag)) {
            throw new MalformedMessageException("a group ends that did not begin");
          }
          taken = false;
          tag = in.readTag();
          return tag != 0;
        });
  }

  public int field() {
    return WireFormat.getTagFieldNumber(tag);
  }

  /** The present field as a number of 64 bits, unsigned. */
  public long number() throws MalformedMessageException {
    take(WireFormat.WIRETYPE_VARINT);
    return read(in::readRawVarint64);
  }

  /** Where the bytes of the present field are, in the array that was given. */
  public Span span() throws MalformedMessageException {
    take(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    return read(
        () -> {
          int length = in.readRawVarint32();
          int start = from + in.getTotalBytesRead();
          in.skipRawBytes(length);
          return new Span(start, start + length);
        });
  }

  /** The bytes of the present field. */
  public byte[] copy() throws MalformedMessageException {
    Span span = span();
    return Arrays.copyOfRange(bytes, span.from(), span.to());
  }

  /** The present field as a message of its own. */
  public MessageReader message() throws MalformedMessageException {
    return new MessageReader(this, span());
  }

  /** The present field as numbers that stand one after the other. */
  public List<Long> packed() throws MalformedMessageException {
    Span span = span();
    var packed = CodedInputStream.newInstance(bytes, span.from(), span.length());
    return read(
        () -> {
          List<Long> numbers = new ArrayList<>();
          while (!packed.isAtEnd()) {
            numbers.add(packed.readRawVarint64());
          }
          return numbers;
        });
  }

  /** Whether the present field is a string of bytes, or a message. */
  public boolean isSpan() {
    return WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
  }

  private void take(int wireType) throws MalformedMessageException {
    if (WireFormat.getTagWireType(tag) != wireType) {
      throw new MalformedMessageException("field %d has another type".formatted(field()));
    }
    taken = true;
  }

  private static <T> T read(Reading<T> reading) throws MalformedMessageException {
    try {
      return reading.run();
    } catch (IOException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()));
    }
  }

  private interface Reading<T> {
    T run() throws IOException, MalformedMessageException;
  }

  /** A range of an array, the last not included. */
  public record Span(int from, int to) {
    public int length() {
      return to - from;
    }
  }
}
