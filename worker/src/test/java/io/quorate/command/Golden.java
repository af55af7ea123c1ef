package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * JSON that people script against, kept in files; {@code -Dquorate.golden=true} writes them anew.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/io/quorate/command");

  private Golden() {}

  static void check(String file, String json) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    String pretty =
        mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json)) + "\n";
    if (Boolean.getBoolean("quorate.golden")) {
      Files.writeString(FOLDER.resolve(file), pretty);
    }
    assertThat(pretty).isEqualTo(Files.readString(FOLDER.resolve(file)));
  }
}
