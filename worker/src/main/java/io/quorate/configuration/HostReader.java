package io.quorate.configuration;

import io.quorate.configuration.HostSettings.Local;
import io.quorate.configuration.HostSettings.Ssh;
import java.util.Optional;

/** Reads the machine of a member. */
final class HostReader {
  private static final String SSH = "host: {ssh: {address: 10.0.0.1, user: root}}";
  private static final int STANDARD_PORT = 22;

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
            ssh.orElse("sudo", false, HostReader::yesOrNo));
    ssh.close();
    return read;
  }

  private static String address(Scalar scalar) throws Wrong {
    String address = Forms.text(scalar);
    if (!address.matches("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+(%[A-Za-z0-9]+)?]?")
        || address.startsWith("-")) {
      throw new Wrong(
          "'%s' is no name or address of a host; the user and the port have fields of their own"
              .formatted(scalar.written()));
    }
    return address;
  }

  private static int port(Scalar scalar) throws Wrong {
    String text = Forms.text(scalar);
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65535) {
      throw new Wrong("'" + scalar.written() + "' is no port; write one of 1 to 65535");
    }
    return port;
  }

  private static String user(Scalar scalar) throws Wrong {
    String user = Forms.text(scalar);
    if (!user.matches("[A-Za-z0-9_][A-Za-z0-9._-]*")) {
      throw new Wrong("'" + scalar.written() + "' is no name of a user");
    }
    return user;
  }

  private static String hop(Scalar scalar) throws Wrong {
    String hop = Forms.text(scalar);
    if (!hop.matches("([A-Za-z0-9._-]+@)?([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?")
        || hop.startsWith("-")) {
      throw new Wrong("'" + scalar.written() + "' is no [user@]host[:port]");
    }
    return hop;
  }

  private static boolean yesOrNo(Scalar scalar) throws Wrong {
    return switch (Forms.text(scalar)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new Wrong("'" + scalar.written() + "' is neither true nor false");
    };
  }
}
