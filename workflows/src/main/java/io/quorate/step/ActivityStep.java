package io.quorate.step;

/**
 * A step that an activity carries out once the guard has allowed it; each kind has an entry in the
 * table of step executors.
 */
public sealed interface ActivityStep extends Step
    permits Addresses,
        Alarms,
        Awaits,
        BeginVoter,
        Directories,
        Downgrades,
        Holds,
        IsolatedRuns,
        Joins,
        Moves,
        Releases,
        Removals,
        Restorations,
        RestoredClusters,
        Runs,
        SetAsides,
        Snapshots,
        Space,
        Starts,
        Stops,
        Versions,
        Votes {}
