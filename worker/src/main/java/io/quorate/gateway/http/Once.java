package io.quorate.gateway.http;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Recently logged lines, remembered so that none is repeated every minute. */
final class Once {
  private final int remembered;
  private final Set<String> said = new LinkedHashSet<>();

  Once(int remembered) {
    this.remembered = remembered;
  }

  /** Returns whether the line was not logged recently, and remembers it as logged. */
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
