/**
 * The HTTP door: Alertmanager's webhook, the page and its API, health and metrics. The package
 * depends on Javalin and the client, and decides nothing: the operation judges whether a decision
 * counts, the runbook what should be done.
 */
@NullMarked
package io.quorate.gateway.http;

import org.jspecify.annotations.NullMarked;
