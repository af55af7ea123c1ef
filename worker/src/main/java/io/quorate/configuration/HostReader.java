package io.quorate.configuration;

import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.HostSettings.Local;
import io.quorate.configuration.OnHost.HostSettings.Ssh;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the machine of a member. */
final class HostReader {
  private static final String SSH = "host: {ssh: {address: 10.0.0.1, user: root}}";

  /** The connection whose parts stand where nothing else is written. */
  private static final Ssh USUAL =
      new Ssh("nowhere.invalid", 22, "root", Optional.empty(), Optional.empty(), List.of(), false);

  private static final String USER = "[A-Za-z0-9_][A-Za-z0-9._-]*";
  private static final String NAME = "[A-Za-z0-9._][A-Za-z0-9._-]*";
  private static final String IP = "[0-9A-Fa-f:.]+(?:%[A-Za-z0-9]+)?";
  private static final Reading<String> ADDRESS =
      ValueParsers.matching(
          NAME + "|" + IP + "|\\[" + IP + "]",
          "is no name or address of a host; the user and the port have fields of their own");
  private static final Pattern HOP =
      Pattern.compile(
          "(?:%s@)?(?:%s|\\[[0-9A-Fa-f:.]+])(?::(?<port>\\d{1,5}))?".formatted(USER, NAME));

  private final Paths paths;

  HostReader(Paths paths) {
    this.paths = paths;
  }

  /** The machine in the field {@code host}; this one where it is left out. */
  HostSettings read(Section section) {
    return read(section, USUAL);
  }

  /**
   * The machine in the field {@code host} of a member's next place; its own where it is left out.
   * Fields of the connection that are not written are those of its own machine.
   */
  HostSettings next(Section section, HostSettings own) {
    return section.has("host") ? read(section, own instanceof Ssh ssh ? ssh : USUAL) : own;
  }

  private HostSettings read(Section section, Ssh usual) {
    if (!section.has("host")) {
      return new Local();
    }
    if (section.isText("host")) {
      section.optional("host", HostReader::local);
      return new Local();
    }
    return section.section("host", SSH, host -> remote(host, usual)).orElseGet(Local::new);
  }

  private static String local(Scalar scalar) throws Wrong {
    if (!ValueParsers.text(scalar).equals("local")) {
      throw new Wrong("'" + scalar.written() + "' is no host; write host: local, or " + SSH);
    }
    return "local";
  }

  private HostSettings remote(Section host, Ssh usual) {
    if (!host.has("ssh")) {
      host.missing("ssh", SSH);
    }
    return host.section("ssh", SSH, each -> ssh(each, usual))
        .map(HostSettings.class::cast)
        .orElseGet(Local::new);
  }

  private Ssh ssh(Section ssh, Ssh usual) {
    return new Ssh(
        ssh.required("address", "address: 10.0.0.1", USUAL.address(), ADDRESS),
        ssh.orElse("port", usual.port(), HostReader::port),
        ssh.orElse("user", usual.user(), ValueParsers.matching(USER, "is no name of a user")),
        ssh.optional("identityFile", paths::existing).or(usual::identityFile),
        ssh.optional("knownHosts", paths::existing).or(usual::knownHosts),
        ssh.has("jump")
            ? ssh.list("jump", "jump: [\"ops@gate.example.com\"]", HostReader::hop)
            : usual.jump(),
        ssh.orElse("sudo", usual.sudo(), ValueParsers::yesOrNo));
  }

  private static int port(Scalar scalar) throws Wrong {
    String text = ValueParsers.text(scalar);
    if (!text.matches("\\d{1,5}")) {
      throw new Wrong("'" + scalar.written() + "' is no port; write one of 1 to 65535");
    }
    return ValueParsers.port(Integer.parseInt(text));
  }

  private static String hop(Scalar scalar) throws Wrong {
    Matcher hop = HOP.matcher(ValueParsers.text(scalar));
    if (!hop.matches()) {
      throw new Wrong("'" + scalar.written() + "' is no [user@]host[:port]");
    }
    if (hop.group("port") != null) {
      ValueParsers.port(Integer.parseInt(hop.group("port")));
    }
    return hop.group();
  }
}
