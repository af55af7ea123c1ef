package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** An open file of this machine; closing it closes the channel. */
public record LocalFile(FileChannel channel) implements ReadOnlyFile {
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
