/**
 * Files that are read at a position, and never written, mapped or locked: a shared lock on a
 * segment makes an etcd that starts die, and a mapped file that is truncated ends the process that
 * mapped it. On this machine now; over SFTP or in a volume it is the same interface.
 */
@NullMarked
package io.quorate.datadir.file;

import org.jspecify.annotations.NullMarked;
