package io.quorate.cluster;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The place that a URL leads to, however it is written: {@code localhost} and its addresses are one
 * place, an IPv6 address is one in full and in its short form, and a slash at the end says nothing.
 * A name and its address are told from each other only where a resolver said so ({@code
 * ConfiguredMember.alsoAt}).
 */
public record UrlPlace(String scheme, String host, int port) {
  private static final Pattern URL =
      Pattern.compile("([A-Za-z]+)://(\\[[^\\]]*]|[^:/]*)(?::(\\d{1,5}))?/*");

  private static final int GROUPS = 8;

  /** Parses a URL; a text that is no URL is a place of its own. */
  public static UrlPlace of(String url) {
    Matcher parts = URL.matcher(url.strip());
    if (!parts.matches()) {
      return new UrlPlace("", url.strip(), 0);
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    int standard = scheme.endsWith("s") ? 443 : 80;
    return new UrlPlace(
        scheme,
        host(parts.group(2).toLowerCase(Locale.ROOT)),
        parts.group(3) == null ? standard : Integer.parseInt(parts.group(3)));
  }

  /** Tells whether a URL of the collection leads to the same place as the given URL. */
  public static boolean isAmong(Collection<String> urls, String url) {
    UrlPlace place = of(url);
    return urls.contains(url) || urls.stream().map(UrlPlace::of).anyMatch(place::equals);
  }

  /** Whether these URLs lead to the same places as the others, in whatever order. */
  public static boolean areTheSame(Collection<String> urls, Collection<String> others) {
    return urls.stream()
        .map(UrlPlace::of)
        .collect(Collectors.toSet())
        .equals(others.stream().map(UrlPlace::of).collect(Collectors.toSet()));
  }

  /** Returns this place under another spelling of its host. */
  public UrlPlace on(String otherHost) {
    return new UrlPlace(scheme, host(otherHost.toLowerCase(Locale.ROOT)), port);
  }

  private static String host(String written) {
    String bare = written.replaceAll("^\\[|]$", "").replaceFirst("\\.$", "");
    String host = bare.contains(":") ? inFull(bare) : bare;
    return switch (host) {
      case "localhost", "127.0.0.1", "0:0:0:0:0:0:0:1" -> "localhost";
      default -> host;
    };
  }

  /** An IPv6 address with all its groups, without zeros in front of them (RFC 5952). */
  private static String inFull(String address) {
    String dotted = address.replaceFirst("^(?:0{1,4}:){0,5}:?:?ffff:(?=\\d+\\.)", "");
    if (!dotted.contains(":")) {
      return dotted;
    }
    String[] halves = address.split("::", -1);
    List<String> front = groups(halves[0]);
    List<String> back = halves.length == 2 ? groups(halves[1]) : List.of();
    int missing = GROUPS - front.size() - back.size();
    if (halves.length > 2 || missing < 0 || halves.length == 1 && missing != 0) {
      return address;
    }
    return Stream.of(front, Collections.nCopies(missing, "0"), back)
        .flatMap(List::stream)
        .map(group -> group.replaceFirst("^0+(?=.)", ""))
        .collect(Collectors.joining(":"));
  }

  private static List<String> groups(String half) {
    return half.isEmpty() ? List.of() : Arrays.asList(half.split(":"));
  }
}
