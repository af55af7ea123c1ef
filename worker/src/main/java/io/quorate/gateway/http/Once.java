package io.quorate.gateway.http;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Log lines of late, kept so that none is repeated every minute. */
final class Once {
  private final int remembered;
  private final Set<String> said = new LinkedHashSet<>();

  Once(int remembered) {
    this.remembered = remembered;
  }

  /** Whether the line was not logged of late; it counts as logged from now on. */
  synchronized boolean firstTime(String what) {
    if (!said.add(what)) {
      return false;
    }
    if (said.size() > remembered) {
      Iterator<String> oldest = said.iterator();
      oldest.next();
      oldest.remove();
    }
    return true;
  }
}
