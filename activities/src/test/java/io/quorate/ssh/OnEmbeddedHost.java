package io.quorate.ssh;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of SSH: each test gets a host of its own and no connection to the host yet. */
abstract class OnEmbeddedHost {
  @TempDir Path folder;
  EmbeddedHost host;
  SshHosts hosts;

  @BeforeEach
  void start() {
    host = new EmbeddedHost(folder);
    hosts = new SshHosts(folder, Optional.empty());
  }

  @AfterEach
  void end() throws Exception {
    hosts.close();
    host.close();
  }
}
