package io.quorate.command;

import io.quorate.cluster.NearNames;
import io.quorate.cluster.StableName;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Configuration;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import io.quorate.wire.TokenJson;
import io.quorate.wire.TokensJson;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate token}. */
@Command(
    name = "token",
    description =
        "The tokens by which the gateway knows people. With create: prints a new one, once; the"
            + " file keeps its SHA-256 only. With remove: the person's tokens count no more, at"
            + " once.")
final class TokenCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(
      arity = "1..2",
      paramLabel = "list|create NAME|remove NAME",
      description = "What to do, and whose token it is: best the name of an approver.")
  private List<String> words = List.of();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "The file of the tokens (default: gateway.tokensFile of the configuration).")
  private @Nullable Path file;

  @Option(
      names = "--only-look",
      description =
          "With create: the token reads, and starts, decides and steers nothing. Without it, a name"
              + " that is no approver's and no alias is refused.")
  private boolean onlyLook;

  TokenCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    try {
      return switch (words.getFirst()) {
        case "create" -> create(name());
        case "remove" -> remove(name());
        case "list" -> list();
        default ->
            throw VerbFailure.wrongUsage(
                "tokens are listed, created or removed: token list, token create NAME, token remove"
                    + " NAME");
      };
    } catch (UncheckedIOException unusable) {
      throw VerbFailure.unreachable(unusable.getMessage() + " (" + unusable.getCause() + ")");
    }
  }

  private String name() {
    if (words.size() < 2) {
      throw VerbFailure.wrongUsage(
          "whose token? Say it: quorate token " + words.getFirst() + " NAME");
    }
    String name = words.get(1).strip();
    Tokens.objection(name)
        .ifPresent(
            why -> {
              throw VerbFailure.wrongUsage(why);
            });
    return name;
  }

  private int create(String name) {
    Optional<Configuration> configuration = configuration();
    TokensFile tokens = tokens(configuration);
    configuration.ifPresent(known -> requireApprover(name, known));
    Token token = Token.create();
    boolean created = tokens.add(new Tokens.Entry(token.hash(), name, use()));
    quorate.answer(
        token.text(),
        new TokenJson(name, token.text(), token.hash().id(), tokens.path().toString()));
    if (created) {
      quorate.say(
          tokens.path()
              + " is new, and only "
              + System.getProperty("user.name")
              + " may read it; the user of the gateway has to. Name it in gateway.tokensFile.");
    }
    quorate.say(
        "This is the token of "
            + name
            + ". It is shown now and never again; it counts at once. Give it to nobody else.");
    if (configuration.isEmpty()) {
      quorate.say(
          "Whether "
              + name
              + " is an approver was not looked at, because --file stands for the configuration;"
              + " quorate check says it.");
    }
    return ExitCode.DONE;
  }

  /**
   * Refuses a token for a name that is no approver's: a person with such a token could start an
   * operation under that name and approve it under another.
   */
  private void requireApprover(String name, Configuration configuration) {
    Approvers approvers = configuration.approval().approvers();
    if (onlyLook || approvers.byName(name).isPresent()) {
      return;
    }
    List<String> names = approvers.all().stream().map(Approver::name).toList();
    throw VerbFailure.wrongUsage(
        NearNames.quoted(name)
            + " is no approver and no alias of one in "
            + configuration.file()
            + NearNames.question(name, names)
            + " A second token of a person has the person's own name. For somebody who only looks:"
            + " quorate token create "
            + NearNames.quoted(name)
            + " --only-look");
  }

  private Tokens.Use use() {
    return onlyLook ? Tokens.Use.ONLY_LOOK : Tokens.Use.ALL;
  }

  private int remove(String name) {
    Optional<Configuration> configuration = configuration();
    TokensFile tokens = tokens(configuration);
    List<Tokens.Entry> gone = tokens.remove(namesOf(name, configuration));
    quorate.answer(
        gone.isEmpty()
            ? name + " has no token in " + tokens.path() + "."
            : "Removed: " + table(gone) + "What was decided with it stays decided.",
        json(tokens, gone));
    if (configuration.isEmpty()) {
      quorate.say(withoutAliases(tokens));
    }
    return gone.isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  /** All that a person is called, so that no alias keeps a token of somebody who has to go. */
  private static Set<String> namesOf(String name, Optional<Configuration> configuration) {
    return configuration
        .flatMap(known -> known.approval().approvers().byName(name))
        .map(Approver::names)
        .orElse(Set.of(name));
  }

  private static String withoutAliases(TokensFile tokens) {
    String names =
        tokens.read().entries().stream()
            .map(Tokens.Entry::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return "Aliases were not looked at, because --file stands for the configuration. "
        + (names.isEmpty()
            ? "Nobody has a token there any more."
            : "Names that remain there: " + names + ".");
  }

  private int list() {
    TokensFile tokens = tokens(configuration());
    Tokens read = tokens.read();
    read.wrong()
        .forEach(
            wrong -> quorate.say(tokens.path() + ":" + wrong.line() + ": " + wrong.sentence()));
    String none = "Nobody has a token in " + tokens.path() + ".";
    quorate.answer(
        read.entries().isEmpty() ? none : table(read.entries()), json(tokens, read.entries()));
    return ExitCode.DONE;
  }

  private static String table(List<Tokens.Entry> entries) {
    Table table = new Table();
    entries.forEach(entry -> table.row(entry.name(), entry.hash().id(), words(entry.use())));
    return table.text();
  }

  private static String words(Tokens.Use use) {
    return switch (use) {
      case ALL -> "";
      case ONLY_LOOK -> "only looks";
    };
  }

  private static TokensJson json(TokensFile file, List<Tokens.Entry> entries) {
    return new TokensJson(
        file.path().toString(),
        entries.stream()
            .map(
                entry ->
                    new TokensJson.Listed(
                        entry.name(), entry.hash().id(), StableName.of(entry.use())))
            .toList());
  }

  /** The configuration; empty where a file was named in its place. */
  private Optional<Configuration> configuration() {
    return file == null ? Optional.of(quorate.configuration()) : Optional.empty();
  }

  /** The file of the configuration, else the one that was named, which need not be there yet. */
  private TokensFile tokens(Optional<Configuration> configuration) {
    return configuration
        .map(TokenCommand::configured)
        .orElseGet(() -> new TokensFile(Objects.requireNonNull(file)));
  }

  private static TokensFile configured(Configuration configuration) {
    Optional<TokensFile> configured = configuration.gateway().tokens();
    return configured.orElseThrow(
        () ->
            VerbFailure.wrongUsage(
                configuration.file()
                    + " has no gateway.tokensFile, so the gateway knows nobody by a token; name a"
                    + " file with --file FILE, then in the configuration"));
  }
}
