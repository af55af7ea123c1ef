package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script tells which tests did not run. A build without root passes, although it has restored
 * nothing.
 */
class SkippedTestsTest {
  private static final Path SCRIPT = Path.of("..", "build", "skipped");

  @TempDir Path folder;

  @Test
  void aRunThatSkippedTestsSaysHowManyAndWhy() throws Exception {
    report(
        "activities/target/failsafe-reports/TEST-a.xml",
        """
        <testsuite>
          <testcase name="one"><skipped message="Assumption failed: needs root and unshare" type="x"><![CDATA[at
            x]]></skipped></testcase>
          <testcase name="two"><skipped message="Assumption failed: needs root and unshare"/></testcase>
          <testcase name="three"/>
        </testsuite>
        """);
    report(
        "playground/lab/target/surefire-reports/TEST-b.xml",
        "<testsuite><testcase name=\"c\"><skipped message=\"no &quot;busybox&quot;"
            + " here\"/></testcase></testsuite>");
    assertThat(said())
        .isEqualTo(
            """
            Skipped on this machine: 3 tests, because:
                  2 needs root and unshare
                  1 no "busybox" here
            """);
  }

  @Test
  void aRunThatSkippedNothingSaysSo() throws Exception {
    report("worker/target/surefire-reports/TEST-a.xml", "<testsuite><testcase/></testsuite>");
    assertThat(said()).isEqualTo("No test was skipped.\n");
  }

  /** This happens in another folder, or after the reports were deleted. */
  @Test
  void whereNoTestRanItSaysSoAndFails() throws Exception {
    Files.createDirectories(folder.resolve("worker/target"));
    assertThat(said(1)).isEqualTo("No reports below " + folder + ": no test ran here\n");
  }

  private void report(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String said() throws IOException, InterruptedException {
    return said(0);
  }

  private String said(int exit) throws IOException, InterruptedException {
    Process script =
        new ProcessBuilder("bash", SCRIPT.toString(), folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(script.waitFor()).as(said).isEqualTo(exit);
    return said;
  }
}
