package io.quorate.port;

import io.quorate.data.DataDirectory;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;

/** Result of one look at the host of a member. */
public record HostLook(Workload workload, DataDirectory data, Installation installation) {}
