/**
 * bbolt, the file format of etcd's database: two meta pages, a tree of pages, buckets in it. A few
 * pages are enough for what etcd keeps of itself; all are walked when the whole is asked for, for
 * bbolt has no checksums on pages, and does the same at every open.
 */
@NullMarked
package io.quorate.datadir.bbolt;

import org.jspecify.annotations.NullMarked;
