package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules of the page's files that people would miss. */
class PageTest {
  /** Width of a digit and of the padding beside it, with room to spare. */
  private static final double DIGIT_REM = 0.65;

  private static final double PADDING_REM = 0.3;

  @Test
  void a_step_number_of_two_digits_stays_on_one_line() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      String css = gateway.get("/page.css").text();
      assertThat(rule(css, "ol.steps .number"))
          .contains("white-space: nowrap")
          .contains("tabular-nums");
      Matcher column =
          Pattern.compile("grid-template-columns: ([0-9.]+)rem").matcher(rule(css, "ol.steps li"));
      assertThat(column.find()).isTrue();
      assertThat(Double.parseDouble(column.group(1)))
          .isGreaterThanOrEqualTo(2 * DIGIT_REM + PADDING_REM);
    }
  }

  @Test
  void thePageSaysLoggedOutOnlyAfterTheGatewayDidIt() {
    try (RunningGateway gateway = RunningGateway.withoutWorker()) {
      String script = gateway.get("/page.js").text();
      String logOut = script.substring(script.indexOf("async function logOut()"));
      assertThat(logOut.substring(0, logOut.indexOf("loggedOut()")))
          .contains("if (!answer.ok) throw");
    }
  }

  /** What a rule of the style sheet says. */
  private static String rule(String css, String selector) {
    Matcher rule = Pattern.compile(Pattern.quote(selector) + " \\{([^}]*)}").matcher(css);
    assertThat(rule.find()).as(selector).isTrue();
    return rule.group(1);
  }
}
