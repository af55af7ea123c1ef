/**
 * What etcd keeps of itself in its database: how far the log was applied, members, alarms, versions
 * (etcd's {@code server/storage/schema}). Keys of clients are counted at most, values never read.
 */
@NullMarked
package io.quorate.datadir.backend;

import org.jspecify.annotations.NullMarked;
