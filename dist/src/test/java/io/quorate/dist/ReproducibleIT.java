package io.quorate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("dist")
class ReproducibleIT {
  @TempDir private Path folder;

  @Test
  void anotherBuildMakesTheSamePackagesByteForByte() throws Exception {
    Built.again().write(folder);

    List<Path> packages = Packages.in(folder);
    assertThat(packages).hasSize(4);
    for (Path file : packages) {
      assertThat(Files.mismatch(file, Built.FOLDER.resolve(file.getFileName())))
          .as(file.getFileName() + " differs from this byte on")
          .isEqualTo(-1);
    }
  }
}
