/**
 * Steps of which plans are made, one family a file. A step knows its sentence, its hazard, its
 * budget, its projection, its precondition and its natural key; a step never does anything.
 */
@NullMarked
package io.quorate.step;

import org.jspecify.annotations.NullMarked;
