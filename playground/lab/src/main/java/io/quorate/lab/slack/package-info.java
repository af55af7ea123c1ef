/**
 * A Slack for one machine: the part of Slack's Web API and Socket Mode that Quorate uses, with a
 * page that shows the messages and lets people press the buttons, and faults on demand. For the
 * playground and for tests; no other code may see it.
 */
@NullMarked
package io.quorate.lab.slack;

import org.jspecify.annotations.NullMarked;
