package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An open file of this machine; closing it closes the channel. */
public record LocalFile(FileChannel channel) implements ReadOnlyFile {
  /**
   * Opens the file at the path for reading. The path may contain any links: {@link LinkRule} is not
   * asked.
   */
  public static LocalFile at(Path path) throws IOException {
    return new LocalFile(FileChannel.open(path, StandardOpenOption.READ));
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(long position, byte[] into, int offset, int length) throws IOException {
    return Math.max(0, channel.read(ByteBuffer.wrap(into, offset, length), position));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
