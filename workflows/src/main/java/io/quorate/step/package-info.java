/**
 * Steps of plans, one family a file. A step has a sentence, a hazard, a budget, a projection, a
 * precondition and a natural key. Executors carry steps out.
 */
@NullMarked
package io.quorate.step;

import org.jspecify.annotations.NullMarked;
