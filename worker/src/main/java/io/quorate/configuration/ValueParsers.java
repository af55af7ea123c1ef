package io.quorate.configuration;

import io.quorate.cluster.EtcdVersion;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations, addresses, versions and numbers. */
final class ValueParsers {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern HOST_PORT =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^\\s:/\\[\\]]+):(\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  private ValueParsers() {}

  static String text(Scalar scalar) {
    return scalar.text().strip();
  }

  /**
   * Reads a text of this form.
   *
   * @param otherwise what a text of another form is, and what to write
   */
  static Reading<String> matching(String form, String otherwise) {
    return scalar -> {
      if (!text(scalar).matches(form)) {
        throw new Wrong("'" + scalar.written() + "' " + otherwise);
      }
      return text(scalar);
    };
  }

  static Duration duration(Scalar scalar) throws Wrong {
    Matcher matcher = DURATION.matcher(text(scalar));
    if (!matcher.matches()) {
      throw new Wrong("'" + scalar.written() + "' is no duration; write it as 30s, 5m or 4h");
    }
    long amount = Long.parseLong(matcher.group(1));
    if (amount == 0) {
      throw new Wrong("a duration of zero waits for nothing; write it as 30s, 5m or 4h");
    }
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      default -> throw new DateTimeException("the pattern knows five units");
    };
  }

  static int number(Scalar scalar) throws Wrong {
    String text = text(scalar);
    if (!text.matches("\\d{1,4}")) {
      throw new Wrong("'" + scalar.written() + "' is no number; write it as 1");
    }
    return Integer.parseInt(text);
  }

  static boolean yesOrNo(Scalar scalar) throws Wrong {
    return switch (text(scalar)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new Wrong("'" + scalar.written() + "' is neither true nor false");
    };
  }

  static EtcdVersion version(Scalar scalar) throws Wrong {
    try {
      return EtcdVersion.parse(text(scalar));
    } catch (IllegalArgumentException wrong) {
      throw new Wrong(String.valueOf(wrong.getMessage()));
    }
  }

  static HostPort hostPort(Scalar scalar) throws Wrong {
    Matcher matcher = HOST_PORT.matcher(text(scalar));
    if (!matcher.matches()) {
      throw new Wrong(
          "'" + scalar.written() + "' is no host and port; write them as 127.0.0.1:8085");
    }
    return new HostPort(matcher.group(1), port(Integer.parseInt(matcher.group(2))));
  }

  /**
   * Reads a URL of a member: scheme, host and port, nothing more; etcd compares URLs letter by
   * letter.
   */
  static URI memberUrl(Scalar scalar) throws Wrong {
    URI url = url(scalar);
    if (url.getPort() < 0) {
      throw new Wrong("'" + scalar.written() + "' names no port; write it as http://10.0.0.1:2380");
    }
    port(url.getPort());
    boolean more = !url.getRawPath().isEmpty() || url.getRawQuery() != null;
    if (more || url.getRawUserInfo() != null || url.getRawFragment() != null) {
      throw new Wrong(
          "'"
              + scalar.written()
              + "' has more than scheme, host and port; write it as "
              + url.getScheme()
              + "://"
              + url.getHost()
              + ":"
              + url.getPort());
    }
    return url;
  }

  static URI url(Scalar scalar) throws Wrong {
    return webUrl(scalar, "is no URL of http or https; write it as http://10.0.0.1:2380");
  }

  /**
   * Reads the URL of a page, which people open: at most with a path, so that more can follow it.
   */
  static URI pageUrl(Scalar scalar) throws Wrong {
    String example = "; write it as https://quorate.example.net";
    URI url = webUrl(scalar, "is no URL of a page" + example);
    boolean more = url.getRawQuery() != null || url.getRawFragment() != null;
    if (more || url.getRawUserInfo() != null) {
      throw new Wrong("'" + scalar.written() + "' has more than a path" + example);
    }
    return url;
  }

  private static URI webUrl(Scalar scalar, String otherwise) throws Wrong {
    try {
      URI url = new URI(text(scalar));
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      if (url.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return url;
      }
    } catch (URISyntaxException wrong) {
      // The sentence below also fits a text that is no URI at all.
    }
    throw new Wrong("'" + scalar.written() + "' " + otherwise);
  }

  static int port(int port) throws Wrong {
    if (port < 1 || port > HIGHEST_PORT) {
      throw new Wrong("there is no port " + port + "; ports go from 1 to " + HIGHEST_PORT);
    }
    return port;
  }
}
