/** A real browser for tests: what people see, press and type. It knows no page of ours. */
@org.jspecify.annotations.NullMarked
package io.quorate.browser;
