package io.quorate.command;

import io.quorate.cluster.MembershipEntry;
import io.quorate.configuration.ConfigurationDraft;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.SetDraft;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.Adoption;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import io.quorate.wire.InitJson;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate init}. */
@Command(
    name = "init",
    description =
        "Write a configuration from the etcd that runs on these machines, or in this namespace of a"
            + " Kubernetes. Changes nothing there, and writes over no file.")
final class InitCommand implements Callable<Integer> {
  private static final Pattern LOGIN =
      Pattern.compile(
          "(?:(?<user>[A-Za-z0-9_][A-Za-z0-9._-]*)@)?"
              + "(?<address>[A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+])(?::(?<port>\\d{1,5}))?");

  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", arity = "0..1", description = "Its key (default: etcd).")
  private String cluster = "etcd";

  @ArgGroup(multiplicity = "1")
  private @Nullable Where where;

  /** Place of the members; a person names exactly one. */
  static final class Where {
    @Option(
        names = "--ssh",
        split = ",",
        paramLabel = "[USER@]HOST[:PORT]",
        description = "A machine with a member; several separated by commas.")
    private List<String> logins = List.of();

    @Option(
        names = "--endpoints",
        split = ",",
        paramLabel = "URL",
        description =
            "Client URLs of etcd; the hosts of all members it lists are logged in to, as --user.")
    private List<URI> endpoints = List.of();

    @Option(
        names = "--kubernetes",
        paramLabel = "NAMESPACE",
        description = "The namespace of a Kubernetes in which StatefulSets run the members.")
    private @Nullable String namespace;
  }

  @Mixin private final SetOptions ofSets = new SetOptions();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Who logs in where no other user is named (default: root).")
  private String user = "root";

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "The CA of --endpoints, or of --kubernetes.")
  private @Nullable Path ca;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "The client certificate for --endpoints, or for --kubernetes.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The key of --cert.")
  private @Nullable Path key;

  @Option(
      names = "--identity-file",
      paramLabel = "FILE",
      description = "The key to log in with (default: those of the agent, then of ~/.ssh).")
  private @Nullable Path identityFile;

  @Option(
      names = "--known-hosts",
      paramLabel = "FILE",
      description = "The host keys (default: ~/.ssh/known_hosts).")
  private @Nullable Path knownHosts;

  @Option(names = "--sudo", description = "Look as root, through sudo -n.")
  private boolean sudo;

  InitCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Path file = quorate.configurationToWrite();
    if (Files.exists(file)) {
      throw VerbFailure.refused(
          file
              + " is there; nothing is written over it. Name another file with --config, or move it"
              + " away");
    }
    String namespace = Objects.requireNonNull(where).namespace;
    if (namespace == null && ofSets.any()) {
      throw VerbFailure.wrongUsage(
          "--kubeconfig, --context, --in-cluster, --stateful-set and --keeper-image belong to"
              + " --kubernetes");
    }
    return namespace == null ? ofHosts(file) : ofSets(file, namespace);
  }

  private int ofSets(Path file, String namespace) {
    if (identityFile != null || knownHosts != null || sudo) {
      throw VerbFailure.wrongUsage("--identity-file, --known-hosts and --sudo belong to --ssh");
    }
    SetDraft draft = ofSets.draft(quorate, cluster, namespace, tls());
    write(file, draft.text());
    List<String> untold = draft.found().untold();
    untold.forEach(quorate::say);
    List<String> members =
        draft.found().members().stream().map(FoundSets.FoundMember::name).toList();
    return answer(
        members.size(), new InitJson(file.toString(), members, untold, draft.isUnfinished()));
  }

  private int ofHosts(Path file) {
    List<FoundMember> found = new ArrayList<>();
    List<String> trouble = new ArrayList<>();
    for (String login : logins()) {
      search(login, found, trouble);
    }
    trouble.forEach(quorate::say);
    // Any user of a machine can call a process etcd.
    List<FoundMember> strangers = found.stream().filter(each -> !each.isSupervised()).toList();
    strangers.forEach(stranger -> quorate.say(stranger.leftOut()));
    found.removeAll(strangers);
    if (found.isEmpty()) {
      throw VerbFailure.unreachable(
          "no etcd of a unit or of a manifest was found, so nothing was written");
    }
    List<FoundMember> members = listed(found);
    var draft =
        new ConfigurationDraft(
            cluster, Stream.concat(members.stream(), strangers.stream()).toList(), tls());
    members.forEach(member -> requireFree(file, member));
    members.forEach(member -> adopt(file, member));
    write(file, draft.text());
    members.forEach(
        member ->
            member
                .objection()
                .ifPresent(
                    why ->
                        quorate.say(member.name().orElse(member.login().address()) + ": " + why)));
    return answer(
        found.size(),
        new InitJson(
            file.toString(),
            members.stream().flatMap(member -> member.name().stream()).toList(),
            trouble,
            draft.isUnfinished()));
  }

  /**
   * Tells what was written.
   *
   * @param members how many there are, also without a name
   */
  private int answer(int members, InitJson written) {
    quorate.answer(
        "%s is written, with %d members. Read it, change what says CHANGE-ME, then: quorate check --config %s%n"
            .formatted(written.file(), members, written.file()),
        written);
    return written.trouble().isEmpty() && !written.unfinished() ? ExitCode.DONE : ExitCode.NOT_GOOD;
  }

  /** Adds to the found members the entries of etcd's member list, where etcd answers. */
  private List<FoundMember> listed(List<FoundMember> found) {
    List<URI> endpoints =
        Stream.concat(
                Objects.requireNonNull(where).endpoints.stream(),
                found.stream()
                    .flatMap(member -> member.clientUrl().stream())
                    .flatMap(InitCommand::url))
            .distinct()
            .filter(url -> !"https".equals(url.getScheme()) || ca != null)
            .toList();
    try {
      List<MembershipEntry> list = quorate.wiring().listed(endpoints, tls());
      return found.stream().map(member -> member.listedIn(list)).toList();
    } catch (Failure silent) {
      return found;
    }
  }

  /** Returns a URL of a process or of a member list; nothing where nobody could be asked there. */
  private static Stream<URI> url(String stated) {
    try {
      URI url = new URI(stated.strip());
      boolean asked = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      return asked && url.getHost() != null && url.getPort() > 0 ? Stream.of(url) : Stream.empty();
    } catch (URISyntaxException none) {
      return Stream.empty();
    }
  }

  /** Refuses before anything is written where files of an earlier init are in the way. */
  private static void requireFree(Path file, FoundMember member) {
    Path folder = file.toAbsolutePath().resolveSibling(member.folder());
    if (member.adoption().isPresent() && Files.exists(folder)) {
      throw VerbFailure.refused(
          folder
              + " is there, from an earlier init; nothing is written over it. Move it away, or name"
              + " another file with --config");
    }
  }

  /** Writes the files beside the configuration with which a unit of flags can be operated. */
  private static void adopt(Path file, FoundMember member) {
    if (member.adoption().isEmpty()) {
      return;
    }
    Adoption files = member.adoption().get();
    Path folder = file.toAbsolutePath().resolveSibling(member.folder());
    try {
      // Flags may hold secrets.
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw VerbFailure.unreachable(folder + " cannot be made: " + e.getMessage());
    }
    write(folder.resolve(nameOf(files.environmentFile())), files.settings());
    write(folder.resolve(nameOf(files.dropIn())), files.unitText());
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private List<String> logins() {
    Where said = Objects.requireNonNull(where);
    if (said.endpoints.isEmpty()) {
      return said.logins;
    }
    try {
      return quorate.wiring().listed(said.endpoints, tls()).stream()
          .map(InitCommand::host)
          .distinct()
          .map(host -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host)
          .toList();
    } catch (Failure silent) {
      throw VerbFailure.unreachable(
          silent.getMessage() + "; name its machines with --ssh, or another endpoint");
    }
  }

  /**
   * Returns the host of the member's client URL, or of its peer URL where no client URL names a
   * host.
   */
  private static String host(MembershipEntry member) {
    List<String> urls =
        Stream.concat(member.clientUrls().stream(), member.peerUrls().stream()).toList();
    return urls.stream()
        .flatMap(InitCommand::url)
        .map(URI::getHost)
        .findFirst()
        .orElseThrow(
            () ->
                VerbFailure.refused(
                    "the member list names no host of member "
                        + member.id()
                        + " (URLs: "
                        + urls
                        + "); name its machines with --ssh"));
  }

  private Optional<TlsFiles> tls() {
    if ((certificate == null) != (key == null)) {
      throw VerbFailure.wrongUsage("--cert and --key belong together");
    }
    Optional<TlsFiles.OwnCertificate> own =
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new TlsFiles.OwnCertificate(certificate, key));
    return ca == null && own.isEmpty()
        ? Optional.empty()
        : Optional.of(new TlsFiles(Optional.ofNullable(ca), own));
  }

  private void search(String login, List<FoundMember> found, List<String> trouble) {
    HostSettings.Ssh host = host(login);
    try {
      List<FoundMember> there = quorate.wiring().membersOn(host);
      if (there.isEmpty()) {
        trouble.add("no etcd runs on " + login + ": start it, or add its member by hand");
      }
      found.addAll(there);
    } catch (Failure unseen) {
      trouble.add(login + ": " + unseen.getMessage());
    }
  }

  private HostSettings.Ssh host(String login) {
    Matcher parts = LOGIN.matcher(login.strip());
    int port =
        parts.matches() && parts.group("port") != null ? Integer.parseInt(parts.group("port")) : 22;
    if (!parts.matches() || port < 1 || port > 65535) {
      throw VerbFailure.wrongUsage("'" + login + "' is no [USER@]HOST[:PORT]");
    }
    return new HostSettings.Ssh(
        parts.group("address").replaceAll("[\\[\\]]", ""),
        port,
        Optional.ofNullable(parts.group("user")).orElse(user),
        Optional.ofNullable(identityFile).map(Path::toAbsolutePath),
        Optional.ofNullable(knownHosts).map(Path::toAbsolutePath),
        List.of(),
        sudo);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException taken) {
      throw VerbFailure.refused(file + " is there now; nothing is written over it");
    } catch (IOException e) {
      throw VerbFailure.unreachable(file + " cannot be written: " + e.getMessage());
    }
  }
}
