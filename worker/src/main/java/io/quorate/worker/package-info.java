/**
 * The process itself: where it starts, and where everything is put together by hand. Nothing here
 * decides anything about etcd.
 */
@NullMarked
package io.quorate.worker;

import org.jspecify.annotations.NullMarked;
