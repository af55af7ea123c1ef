package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of the documents of which one part is written from the code. The part stands between two
 * comments; {@code mvn test -Dnarratives.rewrite=true} writes it anew.
 */
public final class GeneratedPage {
  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end of generated -->\n";

  private final Path page;

  public GeneratedPage(String name) {
    page = Path.of("../docs").resolve(name);
  }

  /** Fails when the generated part of the page is not this text. */
  public void shows(String generated) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(page, text.substring(0, begin) + generated + text.substring(end));
      return;
    }
    assertThat(text.substring(begin, end))
        .as("%s; mvn test -Dnarratives.rewrite=true writes it anew", page)
        .isEqualTo(generated);
  }

  /** The part that people wrote. */
  public String written() throws IOException {
    String text = Files.readString(page);
    return text.substring(0, text.indexOf(BEGIN));
  }
}
