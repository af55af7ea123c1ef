/** The client without a Temporal. */
@org.jspecify.annotations.NullMarked
package io.quorate.client;
