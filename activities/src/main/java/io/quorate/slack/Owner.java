package io.quorate.slack;

import java.time.Instant;

/**
 * The operation or incident that messages are about.
 *
 * @param id its id, which stands in the metadata of each message
 * @param since when it was requested or opened; no message about it is older
 */
record Owner(String id, Instant since) {}
