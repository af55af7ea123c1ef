package io.quorate.command;

import io.quorate.configuration.Configuration;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import io.quorate.wire.TokenJson;
import io.quorate.wire.TokensJson;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
    TokensFile tokens = tokens();
    Token token = Token.create();
    boolean created = tokens.add(new Tokens.Entry(token.hash(), name));
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
    return ExitCode.DONE;
  }

  private int remove(String name) {
    TokensFile tokens = tokens();
    List<Tokens.Entry> gone = tokens.read().of(name);
    if (gone.isEmpty()) {
      quorate.answer(name + " has no token in " + tokens.path() + ".", json(tokens, gone));
      return ExitCode.NOTHING_TO_DO;
    }
    tokens.remove(name);
    quorate.answer(
        "Removed: " + table(gone) + "What was decided with it stays decided.", json(tokens, gone));
    return ExitCode.DONE;
  }

  private int list() {
    TokensFile tokens = tokens();
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
    entries.forEach(entry -> table.row(entry.name(), entry.hash().id()));
    return table.text();
  }

  private static TokensJson json(TokensFile file, List<Tokens.Entry> entries) {
    return new TokensJson(
        file.path().toString(),
        entries.stream()
            .map(entry -> new TokensJson.Listed(entry.name(), entry.hash().id()))
            .toList());
  }

  /** The file that was named, which need not be there yet, else the one of the configuration. */
  private TokensFile tokens() {
    if (file != null) {
      return new TokensFile(file);
    }
    Configuration configuration = quorate.configuration();
    Optional<TokensFile> configured = configuration.gateway().tokens();
    return configured.orElseThrow(
        () ->
            VerbFailure.wrongUsage(
                configuration.file()
                    + " has no gateway.tokensFile, so the gateway knows nobody by a token; name a"
                    + " file with --file FILE, then in the configuration"));
  }
}
