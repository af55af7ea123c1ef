/**
 * File work on the data directory of a member that is proven not to run: set aside, copy, put back,
 * restore, salvage, read. The package knows no supervisor: the proof comes from outside, as a part
 * of the script that does the work.
 */
@NullMarked
package io.quorate.volume;

import org.jspecify.annotations.NullMarked;
