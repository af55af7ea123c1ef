package io.quorate.ssh;

import io.quorate.cluster.CleanText;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Exceptions of the network in words for people. */
final class Troubles {
  private static final int LONGEST = 300;

  private Troubles() {}

  /** Describes the innermost exception in words. */
  static String words(Throwable failure) {
    Throwable last = failure;
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      last = each;
    }
    String said = last.getMessage();
    String text =
        switch (last) {
          case NoRouteToHostException e -> "there is no route to it";
          case ConnectException e when isRefusal(e) -> "it refuses connections there";
          case UnknownHostException e -> "its name has no address";
          case TimeoutException e -> "it did not answer in time";
          default -> said == null || said.isBlank() ? last.getClass().getSimpleName() : said;
        };
    return CleanText.line(text, LONGEST);
  }

  /** Whether an exception or one that caused it is of this kind. */
  static boolean has(Class<? extends Throwable> kind, Throwable failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (kind.isInstance(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRefusal(ConnectException e) {
    return String.valueOf(e.getMessage()).contains("refused");
  }
}
