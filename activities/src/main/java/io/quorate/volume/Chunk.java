package io.quorate.volume;

import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Piece of a file that travels to a host behind the answer to a script.
 *
 * @param length in bytes
 * @param text each char stands for one byte, as answers have it
 */
record Chunk(int length, String text) {
  /** Most bytes of a piece. Three copies are in the heap at once: as read, as text, as sent. */
  private static final int MOST = 8 << 20;

  /**
   * Reads the piece at a position.
   *
   * @param size of the whole file
   * @throws java.io.EOFException where the file has become shorter than that
   */
  static Chunk of(ReadOnlyFile file, long position, long size) throws IOException {
    byte[] bytes = file.bytes(position, (int) Math.min(MOST, size - position));
    return of(bytes);
  }

  /** Returns a piece with all of these bytes. */
  static Chunk of(byte[] bytes) {
    return new Chunk(bytes.length, new String(bytes, StandardCharsets.ISO_8859_1));
  }
}
