/**
 * The HTTP door: Alertmanager's webhook, the page and its API, health and metrics. It knows Javalin
 * and the client, and decides nothing: whether a decision counts is the operation's to say, what
 * should be done is the runbook's.
 */
@NullMarked
package io.quorate.gateway.http;

import org.jspecify.annotations.NullMarked;
