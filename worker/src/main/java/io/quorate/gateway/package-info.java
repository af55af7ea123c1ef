/**
 * In-bound: alerts, clicks, the page and its API, health and numbers. It knows HTTP and the client
 * side of Temporal, and decides nothing: whether a decision counts is the operation's to say, what
 * should be done is the runbook's.
 */
@NullMarked
package io.quorate.gateway;

import org.jspecify.annotations.NullMarked;
