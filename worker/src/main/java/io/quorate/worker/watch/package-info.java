/**
 * Watch of a worker over the clusters that it holds: when each is asked for its pulse, and who
 * hears of it.
 */
@NullMarked
package io.quorate.worker.watch;

import org.jspecify.annotations.NullMarked;
