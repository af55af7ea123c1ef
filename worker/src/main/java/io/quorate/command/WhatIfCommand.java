package io.quorate.command;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.ObservationDepth;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.WhatIf;
import io.quorate.view.ClusterView;
import io.quorate.view.JumpHosts;
import io.quorate.view.NamedLoss;
import io.quorate.view.NamedLoss.Kind;
import io.quorate.view.StatedLoss;
import io.quorate.wire.Release;
import io.quorate.wire.WhatIfJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate what-if}. */
@Command(
    name = "what-if",
    description = {
      "What would be found, proposed and lost after a loss that has not happened. Without a loss:",
      "a table of every single member, machine, zone, site and jump host. Needs nothing but etcd."
    })
final class WhatIfCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  @Option(
      names = "--lose",
      paramLabel = "LOSS",
      description =
          "etcd-1 (with its data), process=etcd-1, reach=etcd-1, certificate=etcd-1, machine=ID,"
              + " zone=a, site=x or jump=HOST; may be given several times.")
  private List<String> lose = new ArrayList<>();

  @Option(names = "--expired", description = "The certificates of all members have run out.")
  private boolean expired;

  WhatIfCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    List<NamedLoss> named = named();
    Configuration configuration = quorate.configuration();
    ClusterSettings settings = quorate.cluster(configuration, cluster);
    ClusterView today = look(configuration, settings);
    if (Views.nothingObserved(today)) {
      throw VerbFailure.unreachable(
          "nothing of " + settings.key() + " answers, so nothing can be said of a loss.");
    }
    List<NamedLoss> stated = expired ? withCertificates(named, today) : named;
    List<WhatIf> judged =
        judged(today, stated, settings.jumpHosts(), configuration.approval().policy());
    WhatIfJson json = WhatIfJson.of(settings.key().value(), judged, Release.name());
    WhatIfText text = new WhatIfText(json);
    quorate.answer(stated.isEmpty() ? text.table() : text.one(answer(judged.getFirst())), json);
    return ExitCode.DONE;
  }

  private static String answer(WhatIf judged) {
    return judged
        .answer()
        .answer()
        .map(PlanCommand::text)
        .orElse("nothing is proposed: no runbook answers it.");
  }

  private List<NamedLoss> named() {
    return typed(
        () ->
            lose.stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(NamedLoss::parse)
                .toList());
  }

  private static List<WhatIf> judged(
      ClusterView today, List<NamedLoss> stated, JumpHosts jumps, ApprovalPolicy policy) {
    if (stated.isEmpty()) {
      return WhatIf.each(today, jumps, policy);
    }
    StatedLoss loss = typed(() -> NamedLoss.in(today, stated, jumps));
    return List.of(WhatIf.of(today, stated, loss, policy));
  }

  private ClusterView look(Configuration configuration, ClusterSettings settings) {
    try (Looks looks = quorate.wiring().looks(configuration);
        ProgressLine line = quorate.progress()) {
      line.say("looking at " + settings.key() + " ...");
      LookScope scope = LookScope.of(ObservationDepth.KNOWN_SOURCES);
      return Views.seen(
          before -> looks.look(settings.key(), before, scope), ObservationMemory.NONE);
    }
  }

  private static List<NamedLoss> withCertificates(List<NamedLoss> named, ClusterView today) {
    List<NamedLoss> all = NamedLoss.all(Kind.CERTIFICATE, today, JumpHosts.NONE);
    if (all.isEmpty()) {
      throw VerbFailure.wrongUsage(
          "no member of "
              + today.cluster()
              + " has a client URL with https, so none shows a"
              + " certificate that could run out.");
    }
    return Stream.concat(named.stream(), all.stream()).toList();
  }

  /** Reads what a person typed; a sentence about it ends the verb. */
  private static <T> T typed(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
  }
}
