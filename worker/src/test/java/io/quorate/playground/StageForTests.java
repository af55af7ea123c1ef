package io.quorate.playground;

import io.quorate.playground.machine.Folders;
import io.quorate.playground.servers.EtcdSettings;
import io.quorate.playground.servers.ToolsForTests;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Everything real: etcd, Temporal, gateway, worker, Slack's client. Starting it takes longer than a
 * recovery, so one stage serves all tests of a class that want the same minor. After a test that
 * failed it is thrown away, and its files are kept.
 */
final class StageForTests implements AfterEachCallback, AfterAllCallback {
  private Optional<Opened> opened = Optional.empty();

  private record Opened(String minor, Stage stage, StageFolder folder, PrintWriter told)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      stage.close();
      told.close();
      folder.close();
    }

    Path path() {
      return folder.path();
    }
  }

  /** The stage with this minor of etcd; another one is ended first. */
  Stage on(String minor) throws IOException, InterruptedException {
    if (opened.filter(now -> now.minor().equals(minor)).isEmpty()) {
      var cast =
          new Stage.Cast(
              ToolsForTests.etcd(minor), ToolsForTests.temporal(), 3, EtcdSettings.plain());
      end();
      opened = Optional.of(open(minor, cast));
    }
    return opened.get().stage();
  }

  private static Opened open(String minor, Stage.Cast cast)
      throws IOException, InterruptedException {
    Path path = Files.createTempDirectory("quorate-stage-");
    var told = new PrintWriter(Files.newBufferedWriter(path.resolveSibling(path + ".told")));
    var narrator = new Narrator(told);
    StageFolder folder = StageFolder.open(Optional.of(path), narrator);
    Stage stage = Stage.open(folder, narrator, cast, new TestedProduct(), Optional.empty());
    return new Opened(minor, stage, folder, told);
  }

  /** What happens on the stage, with times. */
  Narrator narrator() {
    return new Narrator(opened.orElseThrow().told());
  }

  private void end() throws IOException {
    if (opened.isPresent()) {
      opened.get().close();
      Folders.delete(opened.get().path());
      opened = Optional.empty();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent() && opened.isPresent()) {
      System.out.println(
          context.getDisplayName() + " failed; everything is in " + opened.get().path());
      opened.get().close();
      opened = Optional.empty();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    end();
  }
}
