/**
 * Rolling upgrade and rolling downgrade: every member runs another etcd, one after the other. What
 * other rooms need as well belongs to {@link io.quorate.runbook}; no room uses another.
 */
@NullMarked
package io.quorate.runbook.roll;

import org.jspecify.annotations.NullMarked;
