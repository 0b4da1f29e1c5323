package io.tollgate.dashboard;

/**
 * A new API key or secret, which is shown once.
 *
 * @param what the name of what is shown
 * @param path of its record
 */
public record NewKeyView(Frame frame, String label, String what, String key, String path) {}
