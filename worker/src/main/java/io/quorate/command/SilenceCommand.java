package io.quorate.command;

import io.quorate.wire.RequestJson;
import io.quorate.wire.SilenceJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate silence}. */
@Command(
    name = "silence",
    description =
        "Have the watch tell nobody of a finding of a cluster for a time. quorate watch goes on"
            + " showing it. For approvers.")
final class SilenceCommand implements Callable<Integer> {
  private static final Pattern TIME = Pattern.compile("(\\d{1,4})([mhd])");

  private final QuorateCommand quorate;

  @Parameters(index = "0", paramLabel = "CLUSTER", description = "The key of the cluster.")
  private String cluster = "";

  @Parameters(index = "1", paramLabel = "KIND", description = "As quorate watch names it.")
  private String kind = "";

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "SUBJECT",
      description = "The part of the cluster, as quorate watch names it: etcd-1. Left out: all.")
  private List<String> subject = new ArrayList<>();

  @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
  private String reason = "";

  @Option(
      names = "--for",
      required = true,
      paramLabel = "TIME",
      description = "How long: 30m, 24h or 7d, at most 90d; 0m ends the silence.")
  private String time = "";

  SilenceCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    SilenceJson request =
        new SilenceJson(
            UUID.randomUUID().toString(),
            kind,
            Optional.of(String.join(" ", subject)).filter(part -> !part.isBlank()),
            duration().toSeconds(),
            reason,
            quorate.asking().name(),
            Optional.of(quorate.asking().login()));
    RequestJson.Answer answer =
        quorate
            .gateway()
            .post("/api/watch/" + quorate.keyAtGateway(cluster) + "/silence", request)
            .as(RequestJson.Answer.class);
    quorate.answer(answer.sentence(), answer);
    return answer.counted() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private Duration duration() {
    Matcher typed = TIME.matcher(time);
    if (!typed.matches()) {
      throw VerbFailure.wrongUsage("--for is a time such as 30m, 24h or 7d");
    }
    long amount = Long.parseLong(typed.group(1));
    return switch (typed.group(2)) {
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
