package io.quorate.lab.slack;

import java.util.Optional;

/** An ephemeral message: only one person sees it, and nobody can edit it. */
public record Whisper(String ts, Person to, Optional<String> threadTs, String text) {}
