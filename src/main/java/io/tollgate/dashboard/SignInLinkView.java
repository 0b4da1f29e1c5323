package io.tollgate.dashboard;

/** The page of a link, whose button signs in. */
public record SignInLinkView(String action, String csrf, String email) {}
