package io.quorate.port;

import io.quorate.data.DataDirectory;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;

/** What one look found on the host of a member. */
public record HostLook(Workload workload, DataDirectory data, Installation installation) {}
