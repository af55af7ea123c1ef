/**
 * Shells on hosts, and nothing of etcd: a script runs to its end, asks one question and gets an
 * answer, and its output is parsed into facts. Parameters never become part of a script's text.
 */
@NullMarked
package io.quorate.shell;

import org.jspecify.annotations.NullMarked;
