/**
 * The command line: one class per verb, over what the wiring brings ({@link
 * io.quorate.command.Wiring}). A verb parses, asks, lays out and ends with an exit code; it decides
 * nothing about etcd and loads nothing heavy, so that a short verb answers at once.
 */
@NullMarked
package io.quorate.command;

import org.jspecify.annotations.NullMarked;
