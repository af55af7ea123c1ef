package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.NearNames;
import io.quorate.cluster.StableName;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code quorate} itself: the global options, and what all verbs share. */
@Command(
    name = "quorate",
    description = "Carries out etcd recovery runbooks, durably and only as approved.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "VERB",
    sortOptions = false)
final class QuorateCommand implements GlobalOptions {
  private final Terminal terminal;
  private final Wiring wiring;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = {
        "The configuration (default: $QUORATE_CONFIG, else the first that is there of"
            + " ./quorate.yml, ~/.config/quorate/quorate.yml and /etc/quorate/quorate.yml)."
      })
  private @Nullable Path config;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "text|json",
      scope = ScopeType.INHERIT,
      description = "How to answer (default: text).")
  private Output output = Output.TEXT;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "Who is asking (default: the user of this machine, or who called sudo).")
  private @Nullable String as;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Your token for a gateway that asks for one (default: $QUORATE_TOKEN).")
  private @Nullable Path tokenFile;

  @Option(names = "--quiet", scope = ScopeType.INHERIT, description = "Say nothing but the answer.")
  private boolean quiet;

  QuorateCommand(Terminal terminal, Wiring wiring) {
    this.terminal = terminal;
    this.wiring = wiring;
  }

  @Override
  public Terminal terminal() {
    return terminal;
  }

  Wiring wiring() {
    return wiring;
  }

  @Override
  public Output output() {
    return output;
  }

  boolean json() {
    return output == Output.JSON;
  }

  /** The person who runs the verb. */
  Person person() {
    return Person.of(
        Optional.ofNullable(as), System.getProperty("user.name", ""), terminal.environment());
  }

  /**
   * The person who asks the gateway. A token says who that is, so a name beside it would be
   * believed by the person alone.
   */
  Person asking() {
    if (as != null && token().isPresent()) {
      throw VerbFailure.wrongUsage(
          "--as says nothing beside a token, which has your name; leave one of them out");
    }
    return person();
  }

  private Optional<String> token() {
    return GatewayAccess.token(terminal.environment(), Optional.ofNullable(tokenFile));
  }

  /** The gateway that the environment names, else the one of the configuration. */
  GatewayClient gateway() {
    return new GatewayClient(
        GatewayAccess.of(
            terminal.environment(),
            Optional.ofNullable(tokenFile),
            () -> configuration().gateway()),
        wiring::trusting);
  }

  /** The gateway of the configuration, for what is about this machine's own files. */
  GatewayClient gateway(Configuration configuration) {
    return new GatewayClient(
        GatewayAccess.of(
            terminal.environment(), Optional.ofNullable(tokenFile), configuration.gateway()),
        wiring::trusting);
  }

  /** Whether the gateway is another machine's, whose configuration is not at hand. */
  boolean elsewhere() {
    return GatewayAccess.elsewhere(terminal.environment());
  }

  /** The key of the cluster; a gateway on another machine judges itself whether there is one. */
  String keyAtGateway(String typed) {
    return elsewhere()
        ? GatewayClient.segment(StableName.ofTyped(typed))
        : cluster(configuration(), typed).key().value();
  }

  Configuration configuration() {
    Environment here = new Environment(terminal.environment(), Environment.here().readable());
    return ConfigurationFile.load(Optional.ofNullable(config), here);
  }

  /** The file that a verb writes a configuration to: that of {@code --config}, else here. */
  Path configurationToWrite() {
    return Optional.ofNullable(config).orElse(Path.of("quorate.yml")).toAbsolutePath().normalize();
  }

  /** The cluster of this key. An unknown key is wrong usage, with near names. */
  ClusterSettings cluster(Configuration configuration, String typed) {
    return configuration.clusters().values().stream()
        .filter(cluster -> cluster.key().value().equals(StableName.ofTyped(typed)))
        .findFirst()
        .orElseThrow(
            () -> {
              List<String> known =
                  configuration.clusters().keySet().stream().map(ClusterKey::value).toList();
              return VerbFailure.wrongUsage(
                  "there is no cluster '"
                      + typed
                      + "' in "
                      + configuration.file()
                      + NearNames.questionAndList(typed, "Clusters", known)
                      + leftOut(configuration));
            });
  }

  private static String leftOut(Configuration configuration) {
    return configuration.leftOut().isEmpty()
        ? ""
        : ". Left out, because of errors that quorate check tells: "
            + String.join(", ", configuration.leftOut().keySet());
  }

  /** Prints the answer, as text or as JSON. */
  void answer(String text, Object json) {
    terminal.out().print(json() ? Json.text(json) + "\n" : Paint.printable(ended(text)));
    terminal.out().flush();
  }

  /** Prints a sentence beside the answer, on standard error. */
  void say(String sentence) {
    if (!quiet) {
      terminal.err().println(Paint.printable(sentence));
      terminal.err().flush();
    }
  }

  /** A progress line for a long wait, shown to people at a terminal only. */
  ProgressLine progress() {
    boolean shown = !quiet && !json() && terminal.redraws(Terminal.Stream.ERR);
    return new ProgressLine(terminal.err(), terminal.width(), shown);
  }

  Paint paint() {
    return new Paint(terminal.colour() && !json());
  }

  private static String ended(String text) {
    return text.endsWith("\n") ? text : text + "\n";
  }
}
