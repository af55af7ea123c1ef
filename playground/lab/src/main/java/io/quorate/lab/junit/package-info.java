/**
 * What tests need of the lab: servers that are skipped or demanded, and folders that stay when a
 * test fails. Needs JUnit on the class path, so nothing but a test may use it.
 */
@NullMarked
package io.quorate.lab.junit;

import org.jspecify.annotations.NullMarked;
