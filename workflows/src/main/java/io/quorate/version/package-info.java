/**
 * Knowledge about versions of etcd: advisories, the gates of each hop, and settings that change on
 * the way, all of it from one file, {@code etcd-versions.txt}. Facts and look-ups live here; what a
 * runbook makes of them does not. {@link io.quorate.version.VersionKnowledgeFile} reads that file
 * once from the class path and is the only class of the pure packages that reads anything; no
 * workflow may ask here, because the file changes from release to release and histories are
 * replayed.
 */
@NullMarked
package io.quorate.version;

import org.jspecify.annotations.NullMarked;
