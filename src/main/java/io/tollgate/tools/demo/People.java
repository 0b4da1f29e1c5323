package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.purchase.CustomerWriter;
import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The buyers of one seller and mode. Each is computed from its position. */
record People(PurchasePlan plan) {
    /** One of this number of purchases has a new customer. */
    static final int PURCHASES_PER_PERSON = 3;

    private static final List<String> AGENTS = List.of(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5"
                    + " Safari/605.1.15",
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0"
                    + " Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Version/18.5 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile"
                    + " Safari/537.36",
            "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0");
    private static final List<Integer> WIDTHS = List.of(1440, 1920, 390, 412, 1366);
    private static final List<String> MAIL = List.of(
            "example.com", "example.org", "example.net", "mail.example.com", "post.example.org", "studio.example");
    private static final List<String> COMPANIES = List.of(
            "Nordlicht GmbH", "Café Zoë", "Atelier Łódź", "Acme & Sons", "Ωmega Labs", "株式会社さくら", "Blue Heron LLC");
    private static final List<String> EMOJI = List.of("🌻", "🎟️", "👩🏽‍🚀", "✨");

    /** Returns the buyer of the payment at this position, sometimes a new customer. */
    Person of(long payment, DemoRandom random) {
        long newest = payment / PURCHASES_PER_PERSON;
        if (payment % PURCHASES_PER_PERSON == 0) {
            return at(newest);
        }
        // Recent customers return most often.
        return at(newest - Math.min(random.below(newest + 1), random.below(newest + 1)));
    }

    Person at(long position) {
        DemoRandom random = new DemoRandom(plan.seed(), 0xb0e5, position);
        Region region = Region.any(random);
        String given = random.pick(region.given());
        String family = random.pick(region.family());
        String[] place = random.pick(region.places()).split("\\|", -1);
        boolean company = random.percent(12);
        int browser = random.below(AGENTS.size());
        int house = random.between(1, 240);
        long createdAt = plan.times().payment(position * PURCHASES_PER_PERSON);
        String country = region.country();
        String email = latin(given) + "." + latin(family) + Long.toString(position, 36) + "@" + random.pick(MAIL);
        PostalAddress address = new PostalAddress(
                random.pick(region.streets()) + " " + house,
                random.percent(20) ? "№ " + random.between(1, 40) : null,
                place[0],
                place[1].isEmpty() ? null : place[1],
                place[2],
                country);
        Buyer buyer = new Buyer(
                name(region, given, family, random),
                email,
                company ? "billing+" + position + "@" + email.substring(email.indexOf('@') + 1) : null,
                company ? random.pick(COMPANIES) : null,
                region.dial() + random.between(200_000_000, 999_999_999),
                company ? country + random.between(100_000_000, 999_999_999) : null,
                company ? country.equals("US") ? "us_ein" : "eu_vat" : null,
                address,
                null);
        return new Person(
                plan.ids(IdMaker.Kind.CUSTOMER).id(createdAt, position),
                createdAt,
                buyer,
                region,
                "cus_" + random.token(14),
                AGENTS.get(browser),
                WIDTHS.get(browser),
                "203.0." + random.between(64, 127) + "." + random.between(1, 254));
    }

    private static String name(Region region, String given, String family, DemoRandom random) {
        String first = nativeForm(given);
        String last = nativeForm(family);
        String name = !region.familyFirst()
                ? first + " " + last
                : region.dial().equals("+84") ? last + " " + first : last + first;
        return random.below(200) == 0 ? name + " " + random.pick(EMOJI) : name;
    }

    private static String nativeForm(String word) {
        int slash = word.indexOf('/');
        return slash < 0 ? word : word.substring(0, slash);
    }

    /** Returns the Latin spelling of a name without diacritics, for an e-mail address. */
    private static String latin(String word) {
        String spelled = word.substring(word.indexOf('/') + 1);
        StringBuilder latin = new StringBuilder(spelled.length());
        String plain = Normalizer.normalize(spelled, Normalizer.Form.NFD).toLowerCase(Locale.ROOT);
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case 'ß' -> latin.append("ss");
                case 'ł' -> latin.append('l');
                case 'đ' -> latin.append('d');
                case 'ı' -> latin.append('i');
                case 'œ' -> latin.append("oe");
                default -> {
                    if (c >= 'a' && c <= 'z') {
                        latin.append(c);
                    }
                }
            }
        }
        return latin.isEmpty() ? "buyer" : latin.toString();
    }

    /** Returns the record of the customer at a position. */
    ObjectNode record(long position) {
        Person person = at(position);
        DemoRandom random = new DemoRandom(plan.seed(), 0xc057, position);
        long updatedAt = Math.min(plan.now(), person.createdAt() + random.below(30 * Millis.DAY));
        return CustomerWriter.write(
                plan.scope(),
                person.id(),
                random.percent(60) ? person.shippedTo() : person.buyer(),
                person.processorId(),
                Instant.ofEpochMilli(person.createdAt()),
                Instant.ofEpochMilli(Math.max(updatedAt, person.createdAt())));
    }
}
