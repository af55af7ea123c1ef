package io.quorate.record;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.data.DataOwner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;

/**
 * Ids that a restore of a snapshot as a cluster of one member gives, known before anything is
 * restored. They depend on peer URLs and token alone: the same token gives the same cluster id, and
 * members of the old cluster would join the new one (docs/etcd.md#ids; etcd's {@code
 * computeMemberID} and {@code genID}).
 */
public final class RestoredIds {
  private RestoredIds() {}

  /**
   * The ids of a member that is a cluster by itself.
   *
   * @param peerUrls as they are given to the restore, in any order
   */
  public static DataOwner ofOne(Collection<String> peerUrls, String token) {
    StringBuilder text = new StringBuilder();
    peerUrls.stream().sorted().forEach(text::append);
    text.append(token);
    long member = firstEight(text.toString().getBytes(StandardCharsets.UTF_8));
    long cluster = firstEight(bigEndian(member));
    return new DataOwner(new MemberId(member), new ClusterId(cluster));
  }

  private static byte[] bigEndian(long value) {
    byte[] bytes = new byte[Long.BYTES];
    for (int at = 0; at < Long.BYTES; at++) {
      bytes[at] = (byte) (value >>> (Long.SIZE - Byte.SIZE * (at + 1)));
    }
    return bytes;
  }

  /** The first 8 bytes of the SHA-1, big endian. */
  private static long firstEight(byte[] bytes) {
    byte[] sum = sha1(bytes);
    long value = 0;
    for (int at = 0; at < Long.BYTES; at++) {
      value = value << Byte.SIZE | (sum[at] & 0xff);
    }
    return value;
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-1", e);
    }
  }
}
