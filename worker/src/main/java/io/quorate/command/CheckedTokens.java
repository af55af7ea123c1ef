package io.quorate.command;

import io.quorate.approval.Requirement;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.SecretFile;
import io.quorate.step.Hazard;
import io.quorate.token.TokenHash;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import io.quorate.wire.CheckJson.Checked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of the file with people's tokens. Who can write it can give themselves any name. */
record CheckedTokens(TokensFile file, Configuration configuration) {
  List<Checked> checked() {
    List<Checked> all = new ArrayList<>();
    try {
      Tokens tokens = file.read();
      all.add(Checked.of("tokens " + file.path(), wrongLines(tokens)));
      all.add(Checked.warned("who may write " + file.path(), writers()));
      all.add(Checked.warned("doors of the approvers", shutOut(tokens)));
      all.add(Checked.warned("names of the tokens", nobodys(tokens)));
      looking(tokens).ifPresent(names -> all.add(ok("tokens that only look: " + names)));
      outsideSlack(tokens).ifPresent(why -> all.add(Checked.of("approvals outside Slack", why)));
      configuration
          .gateway()
          .alertToken()
          .ifPresent(
              alerts ->
                  all.add(Checked.of("token of alerts " + alerts.file(), person(tokens, alerts))));
    } catch (UncheckedIOException gone) {
      all.add(Checked.of("tokens " + file.path(), Optional.ofNullable(gone.getMessage())));
    }
    return all;
  }

  private static Optional<String> wrongLines(Tokens tokens) {
    return tokens.wrong().isEmpty()
        ? Optional.empty()
        : Optional.of(
            tokens.wrong().stream()
                .map(wrong -> "line " + wrong.line() + " " + wrong.sentence())
                .collect(Collectors.joining("; ")));
  }

  private Optional<String> writers() {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file.path());
      boolean others =
          mode.contains(PosixFilePermission.GROUP_WRITE)
              || mode.contains(PosixFilePermission.OTHERS_WRITE);
      return others
          ? Optional.of(
              "others than its owner may ("
                  + PosixFilePermissions.toString(mode)
                  + "), and give themselves anybody's name: chmod go-w "
                  + file.path())
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.of("cannot be seen: " + unreadable.getMessage());
    } catch (UnsupportedOperationException noPosix) {
      return Optional.empty();
    }
  }

  /** Why the token of alerts opens more than it should: somebody gave Alertmanager a person's. */
  private static Optional<String> person(Tokens tokens, SecretFile alerts) {
    return alerts
        .read()
        .lines()
        .flatMap(token -> tokens.whose(TokenHash.of(token.strip())).stream())
        .findFirst()
        .map(
            name ->
                "it is also the token of "
                    + name
                    + ", so whoever has it decides in that name; make one for alerts alone");
  }

  /** Names the approvers who can decide nowhere. */
  private Optional<String> shutOut(Tokens tokens) {
    String names =
        configuration.approval().approvers().all().stream()
            .filter(one -> !one.slack().isPresent() || configuration.slack().isEmpty())
            .filter(one -> !has(one, tokens))
            .map(Approver::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            names + " can decide nowhere: neither a token nor Slack; quorate token create NAME");
  }

  /**
   * Names the tokens that are of no approver: one may be a second name of somebody who approves.
   */
  private Optional<String> nobodys(Tokens tokens) {
    String names =
        tokens.entries().stream()
            .filter(entry -> entry.use() == Tokens.Use.ALL)
            .map(Tokens.Entry::name)
            .filter(name -> configuration.approval().approvers().byName(name).isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            names
                + ": no approver and no alias has this name. Whoever has such a token and approves"
                + " under another name approves what they asked for; write the name into aliases,"
                + " or take the token out: quorate token remove NAME");
  }

  private static Checked ok(String name) {
    return Checked.of(name, Optional.empty());
  }

  private static Optional<String> looking(Tokens tokens) {
    String names =
        tokens.entries().stream()
            .filter(entry -> entry.use() == Tokens.Use.ONLY_LOOK)
            .map(Tokens.Entry::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return Optional.of(names).filter(any -> !any.isEmpty());
  }

  /**
   * Returns whether fewer approvers have a token than a question wants outside Slack; empty where
   * no question wants any there.
   */
  private Optional<Optional<String>> outsideSlack(Tokens tokens) {
    List<Requirement> wanting =
        Stream.of(Hazard.REVERSIBLE, Hazard.IRREVERSIBLE, Hazard.DESTRUCTIVE)
            .map(configuration.approval().policy()::needs)
            .filter(needed -> needed.outsideSlack() > 0)
            .toList();
    return wanting.isEmpty()
        ? Optional.empty()
        : Optional.of(wanting.stream().flatMap(one -> tooFew(one, tokens).stream()).findFirst());
  }

  /** Wants a token more than the question does: the requester may have one, and does not count. */
  private Optional<String> tooFew(Requirement needed, Tokens tokens) {
    List<Approver> able = configuration.approval().approvers().in(needed.group());
    List<String> with = able.stream().filter(one -> has(one, tokens)).map(Approver::name).toList();
    int wanted = needed.outsideSlack() + (needed.requesterCounts() ? 0 : 1);
    return with.size() >= Math.min(wanted, able.size())
        ? Optional.empty()
        : Optional.of(
            needed.outsideSlack()
                + " have to come from somebody with a token, and only "
                + (with.isEmpty() ? "nobody" : String.join(", ", with))
                + " has one; who asks does not count: quorate token create NAME");
  }

  private static boolean has(Approver approver, Tokens tokens) {
    return approver.names().stream()
        .flatMap(name -> tokens.of(name).stream())
        .anyMatch(entry -> entry.use() == Tokens.Use.ALL);
  }
}
