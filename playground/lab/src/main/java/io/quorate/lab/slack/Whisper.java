package io.quorate.lab.slack;

import java.util.Optional;

/** Ephemeral message, which one person sees and nobody can edit. */
public record Whisper(String ts, Person to, Optional<String> threadTs, String text) {}
