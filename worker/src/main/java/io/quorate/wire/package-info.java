/**
 * The JSON that people script against, made from domain objects in one place: the command line
 * prints it and the gateway answers with it. Fields are added, never renamed. No record here is in
 * a history, and none holds one that is: the two forms age apart.
 */
@NullMarked
package io.quorate.wire;

import org.jspecify.annotations.NullMarked;
