package io.quorate.etcd;

import io.quorate.port.Failure;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checked peer URLs for an update of a member. etcd writes the given texts into the raft log
 * unchecked, and every other member that applies one its {@code types.NewURLs} refuses panics
 * ("failed NewURLs"), then and at each later start: quorum is lost for good. When a member is
 * added, etcd checks the URL itself.
 */
record PeerUrls(List<String> all) {
  private static final Pattern FORM =
      Pattern.compile("https?://(?:\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):(?<port>\\d{1,5})");
  private static final int LAST_PORT = 65_535;

  /**
   * Throws {@link Failure.Fault} unless there is at least one URL and each is scheme, host and
   * port.
   */
  PeerUrls {
    if (all.isEmpty()) {
      throw new Failure.Fault("a member cannot be without a peer URL: nothing was sent");
    }
    all.stream()
        .filter(url -> !isSound(url))
        .findFirst()
        .ifPresent(
            url -> {
              throw new Failure.Fault(
                  "'"
                      + url
                      + "' is not of the form http://host:port or https://host:port, and members"
                      + " would end on it: nothing was sent, correct the peer URL");
            });
    all = List.copyOf(all);
  }

  @Override
  public String toString() {
    return String.join(",", all);
  }

  private static boolean isSound(String url) {
    Matcher form = FORM.matcher(url);
    if (!form.matches()) {
      return false;
    }
    int port = Integer.parseInt(String.valueOf(form.group("port")));
    return port >= 1 && port <= LAST_PORT;
  }
}
