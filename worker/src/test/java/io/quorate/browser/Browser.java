package io.quorate.browser;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * Chromium without a window, as Debian packages it. A test without it is skipped, and says so.
 *
 * <p>Waiting ends with an {@link AssertionError} after 20 s, so that a test says what it did not
 * see.
 */
public final class Browser implements AutoCloseable {
  /** Width of a desktop, in CSS pixels. */
  public static final int DESK = 1400;

  /** Width of a phone, in CSS pixels. */
  public static final int PHONE = 390;

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Map<Integer, Integer> HEIGHTS = Map.of(DESK, 900, PHONE, 844);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts a browser as wide as a desk; skips the test where this machine has none. */
  public static Browser start() {
    Path chromium = ToolsForTests.installed("chromium", "chromium");
    Path chromedriver = ToolsForTests.installed("chromedriver", "chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toString());
    options.addArguments(
        "--headless=new",
        // Tests of real servers run as root, which Chromium's sandbox refuses.
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-quic",
        "--hide-scrollbars",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync");
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.toFile())
            .usingAnyFreePort()
            .build();
    Browser browser = new Browser(new ChromeDriver(service, options));
    browser.wide(DESK);
    return browser;
  }

  /** Makes the page as wide as a desk or a phone. */
  public void wide(int width) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            width,
            "height",
            HEIGHTS.getOrDefault(width, 900),
            "deviceScaleFactor",
            1,
            "mobile",
            width == PHONE));
  }

  /** Prefers the dark or the light colours, as the system of the person does. */
  public void prefersDark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** Opens an address, with nothing left of the page before. */
  public void open(String url) {
    driver.get("about:blank");
    driver.get(url);
  }

  /** Forgets cookies and what pages have stored. */
  public void forget() {
    driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
    driver.executeCdpCommand(
        "Storage.clearDataForOrigin", Map.of("origin", "*", "storageTypes", "all"));
  }

  /** Returns the text of the first element of this selector that is shown; waits for one. */
  public String text(String selector) {
    return found("shows " + selector, () -> shown(selector).getText());
  }

  /** Waits until an element of this selector shows these words. */
  public void awaitText(String selector, String words) {
    await(
        "shows '" + words + "' at " + selector,
        () ->
            driver.findElements(By.cssSelector(selector)).stream()
                .filter(this::isShown)
                .anyMatch(one -> one.getText().contains(words)));
  }

  /** Waits until no element of this selector is shown. */
  public void awaitGone(String selector) {
    await("shows no " + selector, () -> !shows(selector));
  }

  /** Whether an element of this selector is shown now. */
  public boolean shows(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream().anyMatch(this::isShown);
  }

  /** Presses the shown button or link with these words. */
  public void press(String words) {
    found(
        "has '" + words + "'",
        () -> {
          WebElement pressed =
              driver.findElements(By.cssSelector("button, a, summary")).stream()
                  .filter(this::isShown)
                  .filter(one -> one.getText().strip().equals(words))
                  .reduce((before, last) -> last)
                  .orElseThrow();
          pressed.click();
          return words;
        });
  }

  /** Presses the first shown element of this selector. */
  public void click(String selector) {
    found(
        "has " + selector,
        () -> {
          shown(selector).click();
          return selector;
        });
  }

  /** Types into the shown field with this label. */
  public void type(String label, String text) {
    WebElement field =
        found(
            "has a field '" + label + "'",
            () ->
                driver.findElements(By.cssSelector("label")).stream()
                    .filter(this::isShown)
                    .filter(one -> one.getText().strip().startsWith(label))
                    .map(one -> driver.findElement(By.id(one.getDomAttribute("for"))))
                    .findFirst()
                    .orElseThrow());
    field.clear();
    field.sendKeys(text);
  }

  /** Sends keys to what has the focus. */
  public void keys(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Runs a script of the test in the page and returns its value. */
  public Object script(String script) {
    return Objects.requireNonNullElse(driver.executeScript(script), "");
  }

  /** How much wider the page is than the window, in CSS pixels. */
  public long overhang() {
    return ((Number)
            script(
                "return document.documentElement.scrollWidth -"
                    + " document.documentElement.clientWidth"))
        .longValue();
  }

  /** What axe-core holds against the page that is shown: {@code serious color-contrast: ...}. */
  public List<String> objections() {
    driver.executeScript(axe());
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run().then(results => done(results.violations
                .filter(one => ['serious', 'critical'].includes(one.impact))
                .map(one => one.impact + ' ' + one.id + ': '
                    + one.nodes.map(node => node.html + ' ' + node.failureSummary).join(' | '))),
                wrong => done(['axe-core failed: ' + wrong]));
            """);
    return ((List<?>) Objects.requireNonNull(found)).stream().map(String::valueOf).toList();
  }

  private static String axe() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(in, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a picture of the page, at most this many CSS pixels of its height. */
  public void picture(Path file, int most) {
    Map<String, Object> size = driver.executeCdpCommand("Page.getLayoutMetrics", Map.of());
    Map<?, ?> content = (Map<?, ?>) Objects.requireNonNull(size.get("cssContentSize"));
    double height = Math.min(most, ((Number) content.get("height")).doubleValue());
    Object data =
        driver
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of(
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of(
                        "x",
                        0,
                        "y",
                        0,
                        "width",
                        content.get("width"),
                        "height",
                        height,
                        "scale",
                        1)))
            .get("data");
    try {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      byte[] shot = Base64.getDecoder().decode(String.valueOf(data));
      // Written anew, which makes the file a fifth smaller than Chromium's own.
      ImageIO.write(ImageIO.read(new ByteArrayInputStream(shot)), "png", file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isShown(WebElement element) {
    try {
      return element.isDisplayed();
    } catch (StaleElementReferenceException replaced) {
      return false;
    }
  }

  private WebElement shown(String selector) {
    return driver.findElements(By.cssSelector(selector)).stream()
        .filter(this::isShown)
        .findFirst()
        .orElseThrow();
  }

  /** Looks until there is an answer; an element that is gone meanwhile is looked for again. */
  private <T> T found(String what, Supplier<T> look) {
    AtomicReference<T> seen = new AtomicReference<>();
    await(
        what,
        () -> {
          seen.set(look.get());
          return true;
        });
    return Objects.requireNonNull(seen.get());
  }

  private void await(String what, Supplier<Boolean> holds) {
    try {
      Await.until("a page that " + what, LIMIT, () -> isSo(holds));
    } catch (NotInTimeException late) {
      throw new AssertionError(late.getMessage() + ". " + page(), late);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(ending);
    }
  }

  private static boolean isSo(Supplier<Boolean> holds) {
    try {
      return holds.get();
    } catch (NoSuchElementException | WebDriverException notYet) {
      return false;
    }
  }

  private String page() {
    return "The page: " + driver.findElement(By.tagName("body")).getText();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
