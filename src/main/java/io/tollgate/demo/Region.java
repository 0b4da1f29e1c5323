package io.tollgate.demo;

import java.util.List;

/**
 * Where buyers come from, and how they are called and addressed there.
 *
 * @param given given names, each followed by its Latin spelling after a slash where it is not Latin
 * @param places city, state and postal code, separated by bars
 */
record Region(
        String locale,
        String country,
        String currency,
        String dial,
        boolean familyFirst,
        List<String> given,
        List<String> family,
        List<String> streets,
        List<String> places) {}
