package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  @Test
  void aFileThatItsGroupReadsIsWarnedOf() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "secret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(ReadableSecrets.warning(file).orElseThrow()).contains("everybody in its group");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(ReadableSecrets.warning(file)).isEmpty();
  }

  /** The kubelet gives files of a Secret to root and to the group of the pod, with mode 0440. */
  @Test
  void aFileOfASecretIsReadByItsPodAlone() throws Exception {
    Path version = Files.createDirectory(folder.resolve("..2026_11_29_01"));
    Path key = Files.writeString(version.resolve("key"), "secret");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r-----"));
    Files.createSymbolicLink(folder.resolve("..data"), version.getFileName());
    Path file = Files.createSymbolicLink(folder.resolve("key"), Path.of("..data/key"));

    assertThat(ReadableSecrets.warning(file)).isEmpty();
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r--r--"));
    assertThat(ReadableSecrets.warning(file)).isPresent();
  }
}
