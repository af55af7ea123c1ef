/**
 * Adoption: a cluster whose platform has its controller in a form in which no member can be held
 * gets it in another form, while all members run on.
 */
@NullMarked
package io.quorate.runbook.adoption;

import org.jspecify.annotations.NullMarked;
