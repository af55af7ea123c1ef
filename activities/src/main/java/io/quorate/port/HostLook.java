package io.quorate.port;

import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Installation;
import io.quorate.cluster.Workload;

/** What one look found on the host of a member. */
public record HostLook(Workload workload, DataDirectory data, Installation installation) {}
