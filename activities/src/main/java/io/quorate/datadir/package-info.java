/**
 * A member's data directory, judged by what is in its files: whose data it is, how far, how whole,
 * and what etcd would do if it were started on it. Nothing is ever changed, and no content makes it
 * throw.
 */
@NullMarked
package io.quorate.datadir;

import org.jspecify.annotations.NullMarked;
