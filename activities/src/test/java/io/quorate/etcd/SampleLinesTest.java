package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampleLinesTest {
  private static final Set<String> WANTED = Set.of("etcd_a", "etcd_b");

  @Test
  void onlySamplesOfTheNamesAreKept() throws IOException {
    assertThat(
            lines(
                """
                # HELP etcd_a a comment that names etcd_a
                etcd_a 1
                etcd_ab 2
                etcd_b{le="0.1 s"} 3
                go_goroutines 4
                etcd_a\
                """))
        .containsExactly("etcd_a 1", "etcd_b{le=\"0.1 s\"} 3");
  }

  @Test
  void aLineThatIsTooLongIsLeftOut() throws IOException {
    assertThat(lines("etcd_a " + "1".repeat(2_000) + "\n" + "x".repeat(2_000) + "\netcd_b 2\n"))
        .containsExactly("etcd_b 2");
  }

  @Test
  void aPageWithoutAnEndIsNotReadToItsEnd() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            into[from] = '\n';
            return length;
          }
        };
    assertThatThrownBy(() -> SampleLines.in(endless, WANTED)).hasMessageContaining("more than");
  }

  private static List<String> lines(String page) throws IOException {
    return SampleLines.in(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)), WANTED);
  }
}
