/**
 * The JSON that people script against, made from domain objects in one place: the command line
 * prints it and the gateway answers with it. Fields are added, never renamed. No record here is in
 * a history or holds a record that is, so that either form can change alone.
 */
@NullMarked
package io.quorate.wire;

import org.jspecify.annotations.NullMarked;
