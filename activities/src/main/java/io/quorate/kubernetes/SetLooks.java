package io.quorate.kubernetes;

/** Looks at the objects of a cluster's StatefulSets. */
interface SetLooks {
  /** One look. Never throws: what could not be read is in the look, with the reason. */
  SetLook look();
}
