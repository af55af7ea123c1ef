/**
 * The JSON that people script against, made from domain objects in one place: the command line
 * prints it and the gateway answers with it. Fields are added, never renamed.
 */
@NullMarked
package io.quorate.wire;

import org.jspecify.annotations.NullMarked;
