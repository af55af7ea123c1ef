package io.quorate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a checkout, with a Maven that takes long and fails. */
@Timeout(60)
class LauncherTest {
  private static final int BROKEN_BUILD = 70;

  @TempDir Path checkout;

  @Test
  void theLauncherTellsHowLongTheBuildTakes() throws IOException, InterruptedException {
    Path launcher = launcher();
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Path mvn = Files.createDirectories(checkout.resolve("bin")).resolve("mvn");
    Files.writeString(mvn, "#!/bin/sh\nsleep 21\necho no network\nexit 1\n");
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder builder =
        new ProcessBuilder("bash", launcher.toString(), "status").redirectErrorStream(true);
    builder.environment().merge("PATH", "", (path, none) -> mvn.getParent() + ":" + path);
    Process process = builder.start();
    long begun = System.nanoTime();

    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isEqualTo(BROKEN_BUILD);
    assertThat(said.lines())
        .hasSize(5)
        .anyMatch("quorate: still building, 10 s by now"::equals)
        .anyMatch(line -> line.startsWith("quorate: still building, 2"))
        .anyMatch("no network"::equals);
    assertThat(System.nanoTime() - begun)
        .as("nothing that was left behind holds the output open")
        .isLessThan(TimeUnit.SECONDS.toNanos(28));
  }

  /** Written by a verb that looks at nothing it lacks nearly all classes, and goes on lacking. */
  @Test
  void lookingVerbsWriteTheClassArchiveAndOtherVerbsReadTheArchive()
      throws IOException, InterruptedException {
    Path launcher = launcher();
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Path built = built();
    Path jdk = jdkThatPrintsItsArguments();
    String writes = "-XX:+AutoCreateSharedArchive";

    assertThat(run(launcher, jdk, "--version")).contains("TieredStopAtLevel").doesNotContain("jsa");
    assertThat(run(launcher, jdk, "clusters")).contains(writes).contains("verbs.jsa");
    Files.createFile(built.resolve("verbs.jsa"));
    assertThat(run(launcher, jdk, "--version")).contains("verbs.jsa").doesNotContain(writes);
    assertThat(run(launcher, jdk, "-o", "json", "status", "payments")).contains(writes);
  }

  private Path launcher() throws IOException {
    Path shared = Files.createDirectories(checkout.resolve("dist")).resolve("launch.sh");
    Files.copy(Path.of("../dist/launch.sh"), shared);
    return Files.copy(Path.of("../quorate"), checkout.resolve("quorate"));
  }

  private Path built() throws IOException {
    Path built = Files.createDirectories(checkout.resolve("target/run/current"));
    for (String file : List.of("product.classpath", "playground.classpath", "built")) {
      Files.createFile(built.resolve(file));
    }
    return built;
  }

  private Path jdkThatPrintsItsArguments() throws IOException {
    Path jdk = checkout.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    for (String program : List.of("java", "javac")) {
      Path file =
          Files.writeString(jdk.resolve("bin").resolve(program), "#!/bin/sh\necho \"$@\"\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return jdk;
  }

  private static String run(Path launcher, Path jdk, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", jdk.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
