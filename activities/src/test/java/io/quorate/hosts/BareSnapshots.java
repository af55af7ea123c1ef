package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.S3Server;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Snapshots of one member as an operator types them, each in milliseconds; nothing is left. */
record BareSnapshots(ToolFolder etcd, EtcdMember member, Path folder) {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  long save() throws IOException, InterruptedException {
    long took = save(file());
    Files.delete(file());
    return took;
  }

  private Path file() {
    return folder.resolve("bare.db");
  }

  private long save(Path file) throws IOException, InterruptedException {
    return timed(
        etcd.program("etcdctl").toString(),
        "--endpoints=" + member.clientUrl(),
        "--command-timeout=10m",
        "snapshot",
        "save",
        file.toString());
  }

  /** Saves a snapshot and puts it into a bucket with curl, which is sent the bytes unsigned. */
  long saveTo(S3Server server) throws IOException, InterruptedException {
    long saved = save(file());
    long took = saved + curl("-T", file().toString(), server.endpoint() + "/backups/bare.db");
    Files.delete(file());
    Files.delete(server.bucket("backups").resolve("bare.db"));
    return took;
  }

  /** Gets an object with curl and restores it. */
  long restoreFrom(S3Server server, String key) throws IOException, InterruptedException {
    long got = curl("-o", file().toString(), server.endpoint() + "/backups/" + key);
    long took = got + restore(file());
    Files.delete(file());
    return took;
  }

  long restore(Path snapshot) throws IOException, InterruptedException {
    Path data = folder.resolve("bare-data");
    long took =
        timed(
            etcd.program("etcdutl").toString(),
            "snapshot",
            "restore",
            snapshot.toString(),
            "--name=" + member.name(),
            "--data-dir=" + data,
            "--initial-cluster=" + member.name() + "=" + member.peerUrl(),
            "--initial-advertise-peer-urls=" + member.peerUrl(),
            "--initial-cluster-token=bare",
            "--bump-revision=" + SnapshotProgram.BUMP,
            "--mark-compacted");
    Folders.delete(data);
    return took;
  }

  private static long curl(String... words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "curl",
                "-sSf",
                "-H",
                "x-amz-content-sha256: UNSIGNED-PAYLOAD",
                "--aws-sigv4",
                "aws:amz:" + S3Server.REGION + ":s3",
                "--user",
                S3Server.ACCESS_KEY + ":" + S3Server.SECRET_KEY));
    command.addAll(List.of(words));
    return timed(command.toArray(String[]::new));
  }

  private static long timed(String... words) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Command.Finished finished = Command.of(words).run(LIMIT);
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return (System.nanoTime() - begun) / 1_000_000;
  }
}
