/** The etcd adapter without etcd: its error table, its parser, and a server that misbehaves. */
@NullMarked
package io.quorate.etcd;

import org.jspecify.annotations.NullMarked;
