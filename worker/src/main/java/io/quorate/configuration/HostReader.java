package io.quorate.configuration;

import io.quorate.configuration.HostSettings.Local;
import io.quorate.configuration.HostSettings.Ssh;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the machine of a member. */
final class HostReader {
  private static final String SSH = "host: {ssh: {address: 10.0.0.1, user: root}}";
  private static final int STANDARD_PORT = 22;
  private static final String USER = "[A-Za-z0-9_][A-Za-z0-9._-]*";
  private static final String NAME = "[A-Za-z0-9._][A-Za-z0-9._-]*";
  private static final String IP = "[0-9A-Fa-f:.]+(?:%[A-Za-z0-9]+)?";
  private static final Pattern HOP =
      Pattern.compile(
          "(?:%s@)?(?:%s|\\[[0-9A-Fa-f:.]+])(?::(?<port>\\d{1,5}))?".formatted(USER, NAME));

  private final Paths paths;

  HostReader(Paths paths) {
    this.paths = paths;
  }

  /** The machine in the field {@code host}; this one where it is left out. */
  HostSettings read(Section section) {
    if (!section.has("host")) {
      return new Local();
    }
    if (section.isText("host")) {
      section.optional("host", HostReader::local);
      return new Local();
    }
    return section.section("host", SSH).map(this::remote).orElseGet(Local::new);
  }

  private static String local(Scalar scalar) throws Wrong {
    if (!Forms.text(scalar).equals("local")) {
      throw new Wrong("'" + scalar.written() + "' is no host; write host: local, or " + SSH);
    }
    return "local";
  }

  private HostSettings remote(Section host) {
    if (!host.has("ssh")) {
      host.missing("ssh", SSH);
    }
    Optional<Ssh> ssh = host.section("ssh", SSH).map(this::ssh);
    host.close();
    return ssh.map(HostSettings.class::cast).orElseGet(Local::new);
  }

  private Ssh ssh(Section ssh) {
    Ssh read =
        new Ssh(
            ssh.required("address", "address: 10.0.0.1", "nowhere.invalid", HostReader::address),
            ssh.orElse("port", STANDARD_PORT, HostReader::port),
            ssh.orElse("user", "root", HostReader::user),
            ssh.optional("identityFile", paths::existing),
            ssh.optional("knownHosts", paths::existing),
            ssh.list("jump", "jump: [\"ops@gate.example.com\"]", HostReader::hop),
            ssh.orElse("sudo", false, Forms::yesOrNo));
    ssh.close();
    return read;
  }

  private static String address(Scalar scalar) throws Wrong {
    String address = Forms.text(scalar);
    if (!address.matches(NAME + "|" + IP + "|\\[" + IP + "]")) {
      throw new Wrong(
          "'%s' is no name or address of a host; the user and the port have fields of their own"
              .formatted(scalar.written()));
    }
    return address;
  }

  private static int port(Scalar scalar) throws Wrong {
    String text = Forms.text(scalar);
    if (!text.matches("\\d{1,5}")) {
      throw new Wrong("'" + scalar.written() + "' is no port; write one of 1 to 65535");
    }
    return Forms.port(Integer.parseInt(text));
  }

  private static String user(Scalar scalar) throws Wrong {
    String user = Forms.text(scalar);
    if (!user.matches(USER)) {
      throw new Wrong("'" + scalar.written() + "' is no name of a user");
    }
    return user;
  }

  private static String hop(Scalar scalar) throws Wrong {
    Matcher hop = HOP.matcher(Forms.text(scalar));
    if (!hop.matches()) {
      throw new Wrong("'" + scalar.written() + "' is no [user@]host[:port]");
    }
    if (hop.group("port") != null) {
      Forms.port(Integer.parseInt(hop.group("port")));
    }
    return hop.group();
  }
}
