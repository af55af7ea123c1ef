package io.quorate.step;

/**
 * A step that an activity carries out once the guard has allowed it; each kind has an entry in the
 * table of step executors.
 */
public sealed interface ActivityStep extends Step
    permits Addresses,
        Adoptions,
        Alarms,
        Awaits,
        Bracket,
        Downgrades,
        Holds,
        Joins,
        Moves,
        OnOneMember,
        Releases,
        Removals,
        Restorations,
        RestoredClusters,
        SetAsides,
        Snapshots,
        Space,
        Versions,
        Votes {}
