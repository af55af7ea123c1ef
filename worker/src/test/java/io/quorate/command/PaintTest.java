package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PaintTest {
  @Test
  @Tag("attack-13")
  @Tag("attack-14")
  void onlyItsOwnColoursReachTheTerminal() {
    String painted = new Paint(true).bad("MINORITY LOST");

    assertThat(Paint.printable(painted + "\n\t- \u001b[2J\u001b[1;1H\u009b31m\u202e\u2028x\r"))
        .isEqualTo(painted + "\n\t-  [2J [1;1H 31m\uFFFD x ");
  }
}
