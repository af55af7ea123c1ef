package io.quorate.workflow;

import io.quorate.operation.BackupNames;
import io.quorate.operation.FollowUpNames;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.RehearsalNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Loads the product anew, as a release would be that words everything differently: each string
 * constant of its classes that has a space in it, and is no format, is reversed. Classes such as
 * {@link FollowUpNames} stay as they are: histories hold their constants, so every release keeps
 * them.
 */
final class ReversedSentences extends ClassLoader {
  private static final String OURS = "io.quorate.";

  /** Classes that hold names in Temporal. */
  private static final Set<String> NAMES =
      Set.of(
          BackupNames.class.getName(),
          FollowUpNames.class.getName(),
          IncidentNames.class.getName(),
          RehearsalNames.class.getName());

  private static final int UTF8 = 1;
  private static final int STRING = 8;

  ReversedSentences() {
    super(ReversedSentences.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      return name.startsWith(OURS) ? reversed(name) : super.loadClass(name, resolve);
    }
  }

  private Class<?> reversed(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] read = in.readAllBytes();
      byte[] bytes = NAMES.contains(name) ? read : reverse(read);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** One entry of a class file's constant pool: its bytes, tag first. */
  private record Entry(int tag, byte[] bytes) {}

  /** The class file with other constants; see chapter 4.4 of the JVM specification. */
  private static byte[] reverse(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    byte[] head = in.readNBytes(8);
    int count = in.readUnsignedShort();
    List<Entry> pool = new ArrayList<>();
    pool.add(new Entry(0, new byte[0]));
    BitSet strings = new BitSet();
    while (pool.size() < count) {
      Entry entry = read(in);
      pool.add(entry);
      if (entry.tag() == STRING) {
        strings.set(ByteBuffer.wrap(entry.bytes()).getShort(1) & 0xffff);
      }
      if (entry.tag() == 5 || entry.tag() == 6) {
        pool.add(new Entry(0, new byte[0]));
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(head);
    out.writeShort(count);
    for (int index = 1; index < count; index++) {
      Entry entry = pool.get(index);
      out.write(strings.get(index) ? other(entry) : entry.bytes());
    }
    out.write(in.readAllBytes());
    return bytes.toByteArray();
  }

  private static Entry read(DataInputStream in) throws IOException {
    int tag = in.readUnsignedByte();
    int length =
        switch (tag) {
          case UTF8 -> -1;
          case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
          case 5, 6 -> 8;
          case 7, STRING, 16, 19, 20 -> 2;
          case 15 -> 3;
          default -> throw new IOException("no tag of a constant pool: " + tag);
        };
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(tag);
    if (length < 0) {
      int size = in.readUnsignedShort();
      bytes.write(size >> 8);
      bytes.write(size);
      length = size;
    }
    bytes.write(in.readNBytes(length));
    return new Entry(tag, bytes.toByteArray());
  }

  private static byte[] other(Entry text) throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(text.bytes(), 1, text.bytes().length - 1));
    String value = in.readUTF();
    if (!value.contains(" ") || value.contains("%")) {
      return text.bytes();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(UTF8);
    new DataOutputStream(bytes).writeUTF(new StringBuilder(value).reverse().toString());
    return bytes.toByteArray();
  }
}
