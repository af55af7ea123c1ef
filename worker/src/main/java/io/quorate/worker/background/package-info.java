/**
 * Tasks of a worker beside the workflows: the record of each cluster, the ages of its backups, the
 * daily comparison of its data, and the schedule of its backups. One scheduler gives the clusters
 * their turns. Nothing here knows an adapter.
 */
@NullMarked
package io.quorate.worker.background;

import org.jspecify.annotations.NullMarked;
