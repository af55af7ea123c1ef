/** The product as the playground starts it in processes of its own. */
@NullMarked
package io.quorate.playground.product;

import org.jspecify.annotations.NullMarked;
