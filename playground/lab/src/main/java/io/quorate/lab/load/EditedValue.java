package io.quorate.lab.load;

import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;

/**
 * A value that all members have and of which one byte is changed in a database file while its
 * member is down: the member then serves another value with green health checks.
 */
public record EditedValue(String value) {
  private static final String RIGHT = "right-";
  private static final String WRONG = "wrong-";

  private record Put(String key, String value) {}

  /** Writes a new value through this member, to all. */
  public static EditedValue put(EtcdMember through, String key, Duration limit)
      throws IOException, InterruptedException {
    var written = new EditedValue(RIGHT + UUID.randomUUID());
    try (HttpClient http = Kv.client()) {
      new Kv(through.clientUrl(), http)
          .post("/v3/kv/put", new Put(coded(key), coded(written.value())), limit);
    }
    return written;
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Changes the value in the database of this member, which does not run. */
  public void spoil(EtcdMember stopped) throws IOException {
    replace(stopped, value, 'w');
  }

  /** Changes the value back in the database of this member, which does not run. */
  public void mend(EtcdMember stopped) throws IOException {
    replace(stopped, WRONG.charAt(0) + value.substring(1), RIGHT.charAt(0));
  }

  /**
   * Changes the first byte of every copy of the value: pages that are free now may hold older
   * copies.
   */
  private static void replace(EtcdMember stopped, String found, char first) throws IOException {
    Path database = stopped.dataDirectory().resolve("member").resolve("snap").resolve("db");
    // Latin-1 has one byte a character, so that indexes in the text are offsets in the file.
    String content = Files.readString(database, StandardCharsets.ISO_8859_1);
    int count = 0;
    try (var file = new RandomAccessFile(database.toFile(), "rw")) {
      for (int at = content.indexOf(found); at >= 0; at = content.indexOf(found, at + 1)) {
        file.seek(at);
        file.write(first);
        count++;
      }
    }
    if (count == 0) {
      throw new IOException("the value is not in " + database);
    }
  }
}
