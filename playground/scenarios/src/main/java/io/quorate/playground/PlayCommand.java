package io.quorate.playground;

import io.quorate.cluster.StableName;
import io.quorate.command.GlobalOptions;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.PlayRequest.Kind;
import io.quorate.playground.PlayRequest.Where;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code quorate playground}. */
@Command(
    name = "playground",
    description = "A real cluster on this machine: start it, break it, watch it heal.")
final class PlayCommand implements Callable<Integer> {
  private final GlobalOptions options;
  private final ToIntFunction<PlayRequest> play;

  @Parameters(arity = "0..1", paramLabel = "SCENARIO", description = "What is to happen to it.")
  private @Nullable String scenario;

  @Option(names = "--list", description = "Name the scenarios and end.")
  private boolean list;

  @ArgGroup(exclusive = true)
  private Elsewhere elsewhere = new Elsewhere();

  @Option(
      names = "--approve",
      paramLabel = "auto|ask",
      description = "Who says yes (default: ask on a terminal, else auto).")
  private @Nullable Approve approve;

  @Option(names = "--etcd", paramLabel = "VERSION", description = "Which etcd, such as 3.6.16.")
  private @Nullable String etcd;

  @Option(
      names = "--kill-worker-at",
      paramLabel = "STEP[:before|after|wait]",
      description =
          "Kill the worker there and start it again (default: after); may be given again.")
  private List<String> killWorkerAt = List.of();

  @Option(names = "--keep", description = "Leave everything running.")
  private boolean keep;

  @Option(names = "--directory", paramLabel = "DIR", description = "Where to put everything.")
  private @Nullable Path directory;

  PlayCommand(GlobalOptions options, ToIntFunction<PlayRequest> play) {
    this.options = options;
    this.play = play;
  }

  @Override
  public Integer call() {
    Approve usual = options.terminal().isTerminal() ? Approve.ASK : Approve.AUTO;
    return play.applyAsInt(
        new PlayRequest(
            list ? Kind.LIST : Kind.PLAY,
            elsewhere.where(),
            Optional.ofNullable(scenario).map(StableName::ofTyped),
            approve == null ? usual : approve,
            Optional.ofNullable(etcd),
            killWorkerAt,
            keep ? Afterwards.KEEP : Afterwards.CLEAN_UP,
            Optional.ofNullable(directory),
            options.output()));
  }

  /** Places of the members other than processes of this machine. */
  static final class Elsewhere {
    @Option(
        names = "--machines",
        description =
            "Members on booted machines with systemd, over SSH; needs root, and Debian's packages.")
    private boolean machines;

    @Option(
        names = "--kubernetes",
        description = "Members in a StatefulSet, on a real Kubernetes of two nodes; needs root.")
    private boolean kubernetes;

    Where where() {
      return kubernetes ? Where.KUBERNETES : machines ? Where.MACHINES : Where.HERE;
    }
  }
}
