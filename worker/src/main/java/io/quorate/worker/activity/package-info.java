/**
 * Temporal activities of the worker: they read the orders of workflows, call observation, execution
 * and the channel to people, and translate what these throw. Ports come from outside.
 */
@NullMarked
package io.quorate.worker.activity;

import org.jspecify.annotations.NullMarked;
