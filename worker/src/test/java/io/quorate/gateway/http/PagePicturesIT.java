package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.ORDERS;
import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.browser.Browser;
import io.quorate.operation.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the page in the documentation: {@code -Dquorate.pictures=FOLDER} makes them. Each
 * is the first screen: light at a desk, light and dark on a phone.
 */
@Timeout(180)
@EnabledIfSystemProperty(named = "quorate.pictures", matches = ".+")
class PagePicturesIT {
  private static final long LARGEST = 150_000;

  private final Path folder = Path.of(System.getProperty("quorate.pictures", "target"));

  @Test
  void everyPictureIsSmall(@TempDir Path scratch) throws Exception {
    try (Browser browser = Browser.start();
        StagedPages pages = StagedPages.start(scratch);
        RunningGateway gateway = RunningGateway.over(pages.client)) {
      String page = "http://127.0.0.1:" + gateway.gateway().port() + "/#";
      String parked = pages.operation(ORDERS, "minority-replace", Phase.PARKED);
      String question = pages.operation(PAYMENTS, "majority-recovery", Phase.WAITING_FOR_APPROVAL);
      take(browser, page, "page-lists", "#needs .item:nth-child(2)");
      take(browser, page + question, "page-question", ".head .wrong");
      take(browser, page + parked, "page-parked", "article table");
      take(browser, page + "cluster=payments", "page-cluster", "article table ~ table td.bad");
      browser.open(page + question);
      browser.press("Approve…");
      browser.awaitText("dialog", "Name of the cluster");
      shoot(browser, "page-dialog");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(
              files.filter(file -> file.getFileName().toString().matches("(page|slack)-.*\\.png")))
          .allSatisfy(file -> assertThat(file.toFile().length()).isLessThan(LARGEST));
    }
  }

  private void take(Browser browser, String url, String name, String awaited) {
    browser.open(url);
    browser.awaitText("#connection", "Live");
    browser.awaitText(awaited, "");
    shoot(browser, name);
  }

  private void shoot(Browser browser, String name) {
    browser.picture(folder.resolve(name + "-1400.png"), 740);
    browser.wide(Browser.PHONE);
    browser.picture(folder.resolve(name + "-390.png"), 844);
    browser.prefersDark(true);
    browser.picture(folder.resolve(name + "-390-dark.png"), 844);
    browser.prefersDark(false);
    browser.wide(Browser.DESK);
  }
}
