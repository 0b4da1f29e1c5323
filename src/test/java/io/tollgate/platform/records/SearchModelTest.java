package io.tollgate.platform.records;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.Samples;
import io.tollgate.support.Seeds;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The search of every list returns the same as its rules in plain Java. */
class SearchModelTest {
    private static final int RECORDS = 40;
    private static final int INPUTS = 75;

    private static final List<String> TEXTS = List.of(
            "anna",
            "Anna Kowalska",
            "ANNA",
            "Joanna de la Cruz",
            "Anne-Marie Duclos-Petit",
            "Duclos-Petit",
            "Khan 3rd",
            "İstanbul",
            "ISTANBUL",
            "istanbul",
            "ısırgan",
            "DIŞ",
            "Straße",
            "STRASSE",
            "STRAẞE",
            "strasse",
            "100%",
            "7 100%",
            "50%_off",
            "a_b",
            "a-b",
            "a\\b",
            "\\",
            "%",
            "_",
            "\\%",
            "\"quoted\"",
            "O'Brien",
            "; DROP TABLE payment",
            "😀",
            "😀 party 🎉",
            "👩‍👩‍👧",
            "李雷",
            "王小明",
            "김",
            "ΟΔΟΣ",
            "οδοσήμανση",
            "Σίσυφος",
            "Zoe\u0308",
            "Zoë",
            "ZOË",
            "Ångström",
            "ﬁrst",
            "ǅungla",
            "Привет МИР",
            "anna@example.org",
            "ANNA@EXAMPLE.ORG",
            "first.last+tag@mail.example",
            "@",
            "12345678",
            "02009743",
            "1234567",
            "123456789",
            "A1B2C3D4",
            "a1b2c3d4",
            "2026-000010",
            "INV-7",
            "x",
            "é",
            "  two  spaces ",
            "ab",
            "a b",
            "null",
            "$1");

    static Stream<Arguments> cases() {
        return Seeds.random(1)
                .boxed()
                .flatMap(seed -> TestEndpoints.paged().stream()
                        .filter(resource -> resource.search().exists())
                        .map(resource -> Arguments.of(resource.name(), resource, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {2}")
    @MethodSource("cases")
    void search_finds_what_its_rules_define(String name, Resource resource, long seed) {
        Random random = new Random(seed);
        TestSeller seller = TestGateway.shared().seller();
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add(seller.create(resource, true, record -> write(resource, record, random)));
        }
        records.sort(
                Comparator.comparing((ObjectNode record) -> record.get("id").textValue())
                        .reversed());
        for (int i = 0; i < INPUTS; i++) {
            String input = i < TEXTS.size() ? TEXTS.get(i) : piece(any(TEXTS, random), random);
            if (input.isBlank()) {
                continue;
            }
            assertFound(resource, seller, records, input, i % 3 == 0 ? random : null);
        }
    }

    private static void assertFound(
            Resource resource, TestSeller seller, List<ObjectNode> records, String input, Random filtering) {
        String path = resource.path() + "?limit=7&search=" + encoded(input);
        Stream<ObjectNode> matching =
                records.stream().filter(record -> SearchRules.matches(resource.path(), record, input));
        if (filtering != null && !resource.filters().isEmpty()) {
            Filter filter = any(resource.filters(), filtering);
            String value = value(any(records, filtering), filter);
            if (takes(filter, value)) {
                path += "&" + filter.name() + "=" + encoded(value);
                matching = matching.filter(record -> value(record, filter).equals(value));
            }
        }
        List<String> expected =
                matching.map(record -> record.get("id").textValue()).toList();
        Reply reply = seller.live().get(path);
        assertThat(reply.ids())
                .as("%s, that is %s", path, input)
                .isEqualTo(expected.subList(0, Math.min(7, expected.size())));
        assertThat(reply.total()).as(path).isEqualTo(expected.size());
        assertThat(reply.hasMore()).as(path).isEqualTo(expected.size() > 7);
        if (expected.size() > 7) {
            Reply next = seller.live().get(path + "&starting_after=" + expected.get(6));
            assertThat(next.ids()).as("next of %s", path).isEqualTo(expected.subList(7, Math.min(14, expected.size())));
            assertThat(next.total()).as("next of %s", path).isEqualTo(expected.size());
            Reply back = seller.live().get(path + "&ending_before=" + expected.get(7));
            assertThat(back.ids()).as("back from %s", path).isEqualTo(expected.subList(0, 7));
            assertThat(back.hasMore()).isFalse();
        }
    }

    /** Returns whether a filter accepts the value; arbitrary text is not an e-mail address. */
    private static boolean takes(Filter filter, String value) {
        try {
            return FilterValues.parse(filter.type(), value) != null && !value.equals("null");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String value(ObjectNode record, Filter filter) {
        return record.at("/" + String.join("/", filter.path())).asText("");
    }

    /** Sets every searched field to a text of its kind, or to nothing. */
    private static void write(Resource resource, ObjectNode record, Random random) {
        for (String field : SearchRules.fields(resource.path())) {
            switch (field) {
                case "id", "orderId" -> {}
                case "invoiceNumber", "ticketShortId", "code", "email" ->
                    record.put(
                            field,
                            any(TEXTS, random).strip() + record.get(field).textValue());
                case "product.title" -> ((ObjectNode) record.get("product")).put("title", text(random));
                default -> record.put(field, text(random));
            }
        }
        for (Filter filter : resource.filters()) {
            boolean free = !filter.name().equals("orderId") && !filter.name().equals("role");
            if (free && filter.type().kind() == io.tollgate.platform.schema.Type.Kind.ENUM) {
                Samples.set(record, filter, any(filter.type().values(), random));
            }
        }
        Samples.makeStorable(resource, record);
    }

    private static String text(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> any(TEXTS, random) + " " + any(TEXTS, random);
            case 1 -> any(TEXTS, random) + any(TEXTS, random);
            default -> any(TEXTS, random);
        };
    }

    /** Returns a part of a text, cut between characters. */
    private static String piece(String text, Random random) {
        int[] all = text.codePoints().toArray();
        int from = random.nextInt(all.length);
        int length = 1 + random.nextInt(all.length - from);
        return new String(all, from, length);
    }

    private static <T> T any(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
