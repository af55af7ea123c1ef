package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a host says of its files is taken apart, and only what a file can be reaches another host.
 */
class MovedListTest {
  @Test
  void aListOfFilesDropsModeBitsBeyond0777() {
    MovedList list =
        MovedList.of(
            Facts.of(
                "h",
                """
                data=present
                root=750 1000:1000\t.
                log-root=700 1000:1000\t.
                folder=2700 1000:1000\t./snap
                data=20 1700000000.5 4600 1000:1000\t./snap/db
                log=64000000 1700000000.123456789 600 1000:1000\t./0-0.wal
                """));
    assertThat(list.files())
        .containsExactly(
            new MovedFile("data", 20, "1700000000.5", new MovedPath("./snap/db")),
            new MovedFile("log", 64_000_000, "1700000000.123456789", new MovedPath("./0-0.wal")));
    assertThat(list.lines())
        .as("bits beyond 0777 are left out")
        .contains("folder=700 1000:1000\t./snap", "data=20 1700000000.5 600 1000:1000\t./snap/db");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data=93 1700000000.0 755 0:0\t./../../../../../pwned-root-file",
        "data=93 1700000000.0 755 0:0\t/etc/cron.d/x",
        "data=93 1700000000.0 755 0:0\t./a//b",
        "data=93 1700000000.0 755 0:0\t./a/",
        "data=93 1700000000.0 755 0:0\t./a/./b",
        "data=93 1700000000.0 755 0:0\t.",
        "data=93 1700000000.0 755 0:0\t",
        "data=93 1700000000.0 755 0:0\tsnap/db",
        "data=93 1700000000.0 755 0:0\t./a\u202eb",
        "data=93 1700000000.0 888 0:0\t./a",
        "data=93 1700000000.0 u+s 0:0\t./a",
        "data=93 1700000000.0 755 0:0;x\t./a",
        "data=93 1700000000.0 755 root:root\t./a",
        "data=93 now 755 0:0\t./a",
        "data=-1 1700000000.0 755 0:0\t./a",
        "data=9999999999999999999 1700000000.0 755 0:0\t./a",
        "log=93 1700000000.0 755 0:0\t./../a",
        "folder=777 65534:65534\t./../../victim",
        "folder=777 65534:65534\t./..",
        "root=777 65534:65534\t./..",
        "root=777 65534:65534\t./snap",
        "log-root=777 65534:65534\t./x"
      })
  void refusesALineThatIsNoFileOfAMember(String line) {
    assertThatThrownBy(() -> MovedList.of(Facts.of("10.0.0.7", line + "\n")))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("10.0.0.7 answered with what the scripts of Quorate never print");
  }

  /** Whatever a host names lies below the directory, or is refused. */
  @Property
  void noPathLeadsOut(@ForAll("paths") String path) {
    Path root = Path.of("/var/lib/etcd/member");
    MovedPath.of(path)
        .ifPresent(
            moved -> {
              Path whole = Path.of(root + "/" + moved.text()).normalize();
              assertThat(whole.startsWith(root)).as(path).isTrue();
              assertThat(moved.text()).doesNotContain("/../", "//", "\n", "\r", "\t");
            });
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(".", "..", "/", "./", "a", "snap", "\n", "\r", "\t", " ", "...", "\u0085")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }
}
