package io.quorate.playground.operated;

import io.quorate.lab.load.Login;
import io.quorate.lab.load.ReadBack;
import io.quorate.lab.load.Writes;
import io.quorate.lab.load.WritingClient;
import io.quorate.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A client in a process of its own, within the network of the members. It writes until it gets a
 * line with the client URLs of the voters, reads all back through these, and prints what it found.
 */
public final class WritingProgram {
  private WritingProgram() {}

  /**
   * Result of the writes.
   *
   * @param unread a sentence for each voter through which they could not be read back
   */
  public record Told(
      long acknowledged, long failed, long lost, long longestStallMillis, List<String> unread) {}

  /**
   * Runs with the file of the ledger, a name for the keys, the user as {@code NAME:PASSWORD} or as
   * an empty word, and the client URLs of the members.
   */
  public static void main(String[] words) throws IOException, InterruptedException {
    Optional<Login> login = login(words[2]);
    List<URI> members = urls(Stream.of(words).skip(3));
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var client =
            WritingClient.start(members, login, Path.of(words[0]), words[1], WritingClient.PACE)) {
      String voters = in.readLine();
      Writes writes = client.stop();
      if (voters == null) {
        return; // Whoever started it is gone.
      }
      ReadBack.Missing missing =
          ReadBack.through(
              urls(Stream.of(voters.split(" ")).filter(url -> !url.isBlank())),
              login,
              writes.acknowledged());
      System.out.println(
          Json.text(
              new Told(
                  writes.acknowledged().size(),
                  writes.failed(),
                  missing.lost().size(),
                  writes.longestStall().toMillis(),
                  missing.unread())));
    }
  }

  private static Optional<Login> login(String user) {
    String[] parts = user.split(":", 2);
    return parts.length < 2 ? Optional.empty() : Optional.of(new Login(parts[0], parts[1]));
  }

  private static List<URI> urls(Stream<String> texts) {
    return texts.map(URI::create).toList();
  }
}
