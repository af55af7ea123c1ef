package io.quorate.configuration;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Descriptors of files and connections that this process may have ({@code RLIMIT_NOFILE}). */
public final class Descriptors {
  private Descriptors() {}

  /** Returns the limit; the largest number where the platform has none. */
  public static long limit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
