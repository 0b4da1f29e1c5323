package io.tollgate.dashboard;

/**
 * The form that asks for a link before a sensitive action.
 *
 * @param action path to which the form is sent
 * @param path of the page to which the link leads
 * @param minutes for which a sign-in is recent
 */
public record RecentSignInView(Frame frame, String action, String path, long minutes) {}
