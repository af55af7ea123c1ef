/**
 * Container images as archives, made of programs of this machine and without docker: those of the
 * Kubernetes lab, and those that are published with a release.
 */
@NullMarked
package io.quorate.lab.image;

import org.jspecify.annotations.NullMarked;
