package io.quorate.playground;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Everything real: etcd, Temporal, gateway, worker, Slack's client. Starting it takes longer than a
 * recovery, so one stage serves all tests of a class that want the same minor. After a test that
 * failed it is thrown away, and its files are kept.
 */
final class StageForTests implements AfterEachCallback, AfterAllCallback {
  private final HistoryRecorder recorder = new HistoryRecorder();
  private Optional<Opened> opened = Optional.empty();

  private record Opened(
      String minor,
      Path path,
      StageFolder folder,
      PrintWriter told,
      TestedProduct product,
      Stage stage) {
    static Opened of(String minor, Stage.Cast cast) throws IOException, InterruptedException {
      Path path = Files.createTempDirectory("quorate-stage-");
      var told = new PrintWriter(Files.newBufferedWriter(path.resolve("told.txt")));
      StageFolder folder = StageFolder.open(Optional.of(path.resolve("stage")), new Narrator(told));
      var product = new TestedProduct(folder);
      Stage stage = Stage.open(folder, new Narrator(told), withSecret(cast), product, Set.of());
      return new Opened(minor, path, folder, told, product, stage);
    }

    private static Stage.Cast withSecret(Stage.Cast cast) {
      return new Stage.Cast(
          cast.etcd(),
          cast.temporal(),
          cast.size(),
          cast.spare(),
          PlantedSecret.in(cast.settings()),
          cast.next(),
          cast.disks(),
          cast.watched(),
          cast.s3());
    }

    void end() throws IOException {
      stage.close();
      told.close();
      folder.close();
    }
  }

  /** The stage with this minor of etcd; another one is ended first. */
  Stage on(String minor) throws IOException, InterruptedException {
    if (opened.filter(now -> now.minor().equals(minor)).isEmpty()) {
      var cast =
          new Stage.Cast(
              List.of(ToolsForTests.etcd(minor)),
              ToolsForTests.temporal(),
              3,
              0,
              EtcdSettings.plain(),
              Optional.empty(),
              Disks.NONE);
      end();
      opened = Optional.of(Opened.of(minor, cast));
    }
    return opened.get().stage();
  }

  /**
   * A stage of its own for this scenario.
   *
   * @param more minors that its members may be moved to besides
   */
  Stage forScenario(Scenario scenario, String minor, String... more)
      throws IOException, InterruptedException {
    end();
    List<ToolFolder> etcd = new ArrayList<>();
    for (String each : minors(scenario, minor, more)) {
      etcd.add(ToolsForTests.etcd(each));
    }
    var cast = Stage.Cast.of(scenario, etcd, ToolsForTests.temporal());
    opened = Optional.of(Opened.of(minor + " for " + scenario.name(), cast));
    return opened.get().stage();
  }

  /** A stage of its own for this scenario, with its snapshots in a real S3 server. */
  Stage inS3(Scenario scenario, String minor) throws IOException, InterruptedException {
    end();
    var cast =
        Stage.Cast.of(scenario, List.of(ToolsForTests.etcd(minor)), ToolsForTests.temporal())
            .withSnapshotsIn(ToolsForTests.versitygw());
    opened = Optional.of(Opened.of(minor + " in S3 for " + scenario.name(), cast));
    return opened.get().stage();
  }

  /** A stage of its own, with so many members and hosts to spare, and these settings of etcd. */
  Stage with(String minor, int size, int spare, EtcdSettings settings)
      throws IOException, InterruptedException {
    end();
    var cast =
        new Stage.Cast(
            List.of(ToolsForTests.etcd(minor)),
            ToolsForTests.temporal(),
            size,
            spare,
            settings,
            Optional.empty(),
            Disks.NONE);
    opened = Optional.of(Opened.of(minor + " with " + size + " and " + spare, cast));
    return opened.get().stage();
  }

  private static Set<String> minors(Scenario scenario, String minor, String... more) {
    Set<String> minors = new LinkedHashSet<>(List.of(minor));
    scenario.target(minor).ifPresent(minors::add);
    minors.addAll(List.of(more));
    return minors;
  }

  /** Plays a scenario on the stage that is open. */
  Play play(Play.Script script) {
    return new Play(
        opened.orElseThrow().stage(), new Narrator(opened.orElseThrow().told()), script);
  }

  /** A scenario that is under way on the stage that is open. */
  Underway underway(Scenario scenario) throws IOException, InterruptedException {
    return Underway.of(
        opened.orElseThrow().stage(), scenario, new Narrator(opened.orElseThrow().told()));
  }

  /** Recoveries on the stage that is open. */
  Recovery recovery() {
    return new Recovery(opened.orElseThrow().stage(), new Narrator(opened.get().told()));
  }

  /**
   * Keeps the histories of what was played last, if asked to; see {@link HistoryRecorder}. None of
   * them may have the secret that is in the environment file of every member.
   */
  void record(String play) throws IOException, InterruptedException {
    PlantedSecret.requireNowhere(opened.orElseThrow().stage());
    recorder.keep(opened.orElseThrow().stage(), play);
  }

  /** Its gateway, to be killed. */
  TestedProduct product() {
    return opened.orElseThrow().product();
  }

  private void end() throws IOException {
    if (opened.isPresent()) {
      opened.get().end();
      Folders.delete(opened.get().path());
      opened = Optional.empty();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent() && opened.isPresent()) {
      System.out.println(
          context.getDisplayName() + " failed; everything is in " + opened.get().path());
      opened.get().end();
      opened = Optional.empty();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    end();
  }
}
