package io.quorate.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.docs.GeneratedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/reference/json.md} lists every field of every answer, with a real sample. */
class JsonPageTest {
  private static final GeneratedPage PAGE = new GeneratedPage("reference/json.md");
  private static final Path RECORDS = Path.of("src/main/java/io/quorate/wire");
  private static final Path SAMPLES = Path.of("src/test/resources/io/quorate/command");

  @Test
  void thePageHasEveryFieldOfEveryRecord() throws Exception {
    StringBuilder page = new StringBuilder();
    for (String name : records()) {
      Class<?> record = Class.forName("io.quorate.wire." + name);
      RecordSource source = RecordSource.of(record);
      page.append("\n## ").append(name).append("\n\n").append(source.sentence()).append("\n\n");
      page.append("| field | type | |\n|---|---|---|\n");
      RecordFields.of(record).forEach(field -> page.append(field.row()));
      page.append(sample(name));
    }
    assertThat(page.toString()).contains("`members[].votingStatus`");
    PAGE.shows(page.append('\n').toString());
  }

  private static List<String> records() throws IOException {
    try (Stream<Path> files = Files.list(RECORDS)) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> name.endsWith("Json") && !name.equals("Json"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static String sample(String record) throws IOException {
    String file = record.replace("Json", "").toLowerCase(Locale.ROOT) + ".json";
    Path sample = SAMPLES.resolve(file);
    return Files.exists(sample) ? "\n```json\n" + Files.readString(sample) + "```\n" : "";
  }
}
