/**
 * Reader of etcd's own records in the database: the index up to which the log was applied, members,
 * alarms, versions (etcd's {@code server/storage/schema}). Keys of clients are counted at most,
 * values are never read.
 */
@NullMarked
package io.quorate.datadir.backend;

import org.jspecify.annotations.NullMarked;
