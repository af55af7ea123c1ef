package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with secrets whose readers are checked. */
class ReadableSecretsTest {
  @TempDir Path folder;

  @Test
  void aKubeconfigNamesFilesWithSecretsToo() throws Exception {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            users:
            - name: one
              user: {client-certificate: client.crt, client-key: keys/client.key}
            - name: two
              user:
                client-key-data: c2VjcmV0
                tokenFile: "/run/token"
            """);

    assertThat(ReadableSecrets.namedBy(kubeconfig))
        .containsExactly(folder.resolve("keys/client.key"), Path.of("/run/token"));
    assertThat(ReadableSecrets.namedBy(folder.resolve("missing"))).isEmpty();
  }
}
