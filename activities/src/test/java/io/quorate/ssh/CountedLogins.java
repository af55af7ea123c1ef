package io.quorate.ssh;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;

/** Counts the connections that a server sees. */
record CountedLogins(AtomicInteger count) implements SessionListener {
  @Override
  public void sessionCreated(Session session) {
    count.incrementAndGet();
  }
}
