/**
 * Contract tests of the etcd adapter on real servers of every minor: what etcd answers, and what
 * becomes of it. They live here because finding and starting servers does.
 */
@NullMarked
package io.quorate.etcd;

import org.jspecify.annotations.NullMarked;
