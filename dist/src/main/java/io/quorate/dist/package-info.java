/**
 * Packages of Quorate: an archive and a Debian package with a Java runtime in them, and container
 * images. The build runs it; nothing of it is in a package.
 */
@NullMarked
package io.quorate.dist;

import org.jspecify.annotations.NullMarked;
