package io.quorate.lab.junit;

import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fresh folder for the servers of one test. Unlike JUnit's TempDir, the folder is kept with the
 * servers' logs when the test fails, and symbolic links to etcd inside it cause no warning.
 */
public final class ServersFolder implements BeforeEachCallback, AfterEachCallback {

  private Optional<Path> folder = Optional.empty();

  public Path path() {
    return folder.orElseThrow();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    folder = Optional.of(Files.createTempDirectory("quorate-servers-"));
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent()) {
      System.out.println(context.getDisplayName() + " failed, its servers' logs: " + path());
    } else {
      Folders.delete(path());
    }
  }
}
