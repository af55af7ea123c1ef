package io.quorate.kubernetes;

/** A volume that is set aside whole: no pod can use it any more, or its member goes elsewhere. */
sealed interface GivenUpVolume permits LostVolume, GivenUpVolume.Left {
  /** The uid of the claim that was judged. */
  String claim();

  /** A volume that the new node of its member cannot use. */
  record Left(String claim) implements GivenUpVolume {}
}
