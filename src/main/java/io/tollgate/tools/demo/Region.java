package io.tollgate.tools.demo;

import com.fasterxml.jackson.core.type.TypeReference;
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
        String dial,
        boolean familyFirst,
        List<String> given,
        List<String> family,
        List<String> streets,
        List<String> places) {
    private static final int LATIN = 8;
    private static final List<Region> ALL = DocumentTemplates.read("regions", new TypeReference<>() {});

    /** Three buyers in four write their names in Latin letters. */
    static Region any(Chance chance) {
        return chance.pick(chance.percent(75) ? ALL.subList(0, LATIN) : ALL.subList(LATIN, ALL.size()));
    }
}
