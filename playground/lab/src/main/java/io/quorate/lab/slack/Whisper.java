package io.quorate.lab.slack;

import java.util.Optional;

/** An ephemeral message: only one person sees it, and it cannot be edited. */
public record Whisper(String ts, Person to, Optional<String> threadTs, String text) {}
