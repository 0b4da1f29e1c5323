package io.tollgate.accounts.customer;

import java.util.Locale;

/** The e-mail address that replaces those of an erased customer. No message can reach it (RFC 2606). */
public final class Pseudonym {
    private static final String NAME = "erased-";
    private static final String DOMAIN = "@erased.invalid";

    private Pseudonym() {}

    /** Returns the address of an erased customer, which identifies only the record. */
    public static String of(String customerId) {
        return NAME + customerId + DOMAIN;
    }

    /** Returns whether an address replaces that of an erased customer. */
    public static boolean is(String email) {
        return email.toLowerCase(Locale.ROOT).endsWith(DOMAIN);
    }
}
