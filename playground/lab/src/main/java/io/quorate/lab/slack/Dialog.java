package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;

/** A modal that is open on somebody's screen. */
public record Dialog(String id, Person person, JsonNode view) {}
