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
 * A fresh folder for each test, for servers. Unlike a TempDir it is kept when the test fails, with
 * the logs in it, and it says nothing about the links to etcd that lie in it.
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
