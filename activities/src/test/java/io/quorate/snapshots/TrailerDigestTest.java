package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.snapshots.TrailerDigest.Broken;
import io.quorate.snapshots.TrailerDigest.Whole;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of a snapshot that comes in pieces of any size, also smaller than its trailer. */
class TrailerDigestTest {
  private static final int PAGES = 4096;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 31, 32, 33, 64, 1000, 4096, 4128})
  void theSumIsTheSameInWhateverPiecesItComes(int piece) {
    byte[] pages = pages();
    byte[] sum = Sums.sha256(pages);
    byte[] snapshot = Arrays.copyOf(pages, PAGES + sum.length);
    System.arraycopy(sum, 0, snapshot, PAGES, sum.length);

    assertThat(fed(snapshot, piece).finish()).isEqualTo(new Whole(HexFormat.of().formatHex(sum)));
    assertThat(fed(snapshot, piece).size()).isEqualTo(snapshot.length);
    snapshot[100] ^= 1;
    assertThat(fed(snapshot, piece).finish()).isInstanceOf(Broken.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 4096})
  void aDatabaseWithoutATrailerIsSummedToItsEnd(int piece) {
    assertThat(fed(pages(), piece).finishWithoutTrailer())
        .isEqualTo(new Whole(HexFormat.of().formatHex(Sums.sha256(pages()))));
  }

  private static byte[] pages() {
    byte[] pages = new byte[PAGES];
    new Random(7).nextBytes(pages);
    return pages;
  }

  /** Every piece lies at the beginning of a block that has more in it. */
  private static TrailerDigest fed(byte[] all, int piece) {
    var digest = new TrailerDigest();
    byte[] block = new byte[piece + 5];
    for (int at = 0; at < all.length; at += piece) {
      int length = Math.min(piece, all.length - at);
      System.arraycopy(all, at, block, 0, length);
      digest.update(block, length);
    }
    return digest;
  }
}
