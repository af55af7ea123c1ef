package io.quorate.data;

/**
 * A verdict on a member's data, with the reason for people. The verdict decides.
 *
 * @param words the reason, as a clause: {@code page 16 is not the page of a tree}
 */
public record DataFinding(DataVerdict verdict, String words) {}
