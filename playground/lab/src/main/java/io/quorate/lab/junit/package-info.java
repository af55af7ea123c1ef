/**
 * JUnit support for tests of the lab's users: servers that are skipped or demanded, and folders
 * that stay when a test fails. The package needs JUnit on the class path, so only tests may use it.
 */
@NullMarked
package io.quorate.lab.junit;

import org.jspecify.annotations.NullMarked;
