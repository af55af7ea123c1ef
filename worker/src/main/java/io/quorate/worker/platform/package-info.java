/**
 * Platforms that members run on, as the process needs them: the ports of a cluster, the checks and
 * probes of {@code quorate check}, and what {@code quorate init} finds. {@link
 * io.quorate.worker.platform.Platforms} is the only class that tells one platform from another;
 * each platform has a class of its own. What the configuration says of a platform is read in {@link
 * io.quorate.configuration}, which knows no adapter.
 */
@NullMarked
package io.quorate.worker.platform;

import org.jspecify.annotations.NullMarked;
