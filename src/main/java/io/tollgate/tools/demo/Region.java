package io.tollgate.tools.demo;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;

/**
 * A region of buyers, with typical names and addresses.
 *
 * @param given given names, each followed by a slash and its Latin spelling if it is not Latin
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

    /** Returns a random region. Three of four buyers have a name in Latin script. */
    static Region any(DemoRandom random) {
        return random.pick(random.percent(75) ? ALL.subList(0, LATIN) : ALL.subList(LATIN, ALL.size()));
    }
}
