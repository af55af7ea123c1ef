/**
 * Tokens of people: what a token is, and the file that says whose token is whose. The gateway asks
 * the file who somebody is; the command line writes it.
 */
@NullMarked
package io.quorate.token;

import org.jspecify.annotations.NullMarked;
