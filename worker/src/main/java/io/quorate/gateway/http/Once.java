package io.quorate.gateway.http;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Remembers the last few log lines, so that they are not repeated every minute. */
final class Once {
  private final int remembered;
  private final Set<String> said = new LinkedHashSet<>();

  Once(int remembered) {
    this.remembered = remembered;
  }

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
