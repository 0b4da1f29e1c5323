package io.tollgate.platform.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every error code that the source can return is documented, and no other. */
class ErrorCodesTest {
    private static final Path SOURCE = Path.of("src/main/java");
    private static final Path PAGE = Path.of("src/docs/api.md");
    private static final Path DOCUMENT = Path.of("src/main/resources/openapi/document.json");
    private static final Path SENTENCES = Path.of("src/test/golden/openapi.json");

    private static final Map<String, Integer> STATUSES =
            Map.of("forbidden", 403, "conflict", 409, "busy", 409, "unprocessable", 422, "tooMany", 429);

    /** A call that creates an error, with its kind or status, and its code if it is a literal. */
    private static final Pattern FAILURE =
            Pattern.compile("(?:ApiError\\.(forbidden|conflict|busy|unprocessable|tooMany|refused)|new ApiError)"
                    + "\\(\\s*(?:(\\d{3}),\\s*)?(?:\"(\\w+)\")?");

    /** A 503 with a code of its own. */
    private static final Pattern OUTAGE = Pattern.compile("\\bunavailable\\(\\s*\"(\\w+)\"");

    /** Prefixes of codes that are composed at run time. */
    private static final Map<String, Set<String>> COMPOSED =
            Map.of("too_many_", Set.of("too_many_ticket_groups", "too_many_ticket_types"));

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d{3}) \\| ([^|]*)\\|");
    private static final Pattern CODE = Pattern.compile("`([a-z]+(?:_[a-z]+)*)`");
    private static final Pattern SPOKEN = Pattern.compile("\\b(4\\d\\d)\\s+`([a-z]+(?:_[a-z]+)+)`");

    private static Map<Integer, Set<String>> sent() throws IOException {
        Map<Integer, Set<String>> sent = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCE)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java") && !isHosted(path))
                    .toList()) {
                String source = Files.readString(file);
                boolean ours = file.endsWith("ApiError.java");
                Matcher failure = FAILURE.matcher(ours ? source : source.replace("new ApiError", ""));
                OUTAGE.matcher(source)
                        .results()
                        .forEach(outage -> sent.computeIfAbsent(503, any -> new TreeSet<>())
                                .add(outage.group(1)));
                while (failure.find()) {
                    // The factory methods themselves receive their codes.
                    assertThat(failure.group(3) != null || ours)
                            .as("%s writes its code out: %s", file, failure.group())
                            .isTrue();
                    if (failure.group(3) != null) {
                        sent.computeIfAbsent(status(failure), any -> new TreeSet<>())
                                .addAll(COMPOSED.getOrDefault(failure.group(3), Set.of(failure.group(3))));
                    }
                }
            }
        }
        // Its body is fixed and has no code.
        sent.remove(401);
        return sent;
    }

    /** Returns whether the errors of a class are shown on hosted pages or in the dashboard, which show no codes. */
    private static boolean isHosted(Path file) {
        return file.startsWith(SOURCE.resolve("io/tollgate/sales/checkout"))
                || file.startsWith(SOURCE.resolve("io/tollgate/storefront/pages"))
                || file.startsWith(SOURCE.resolve("io/tollgate/dashboard"))
                || file.startsWith(SOURCE.resolve("io/tollgate/accounts/passkey"))
                || file.endsWith("OverduePayments.java");
    }

    private static int status(Matcher failure) {
        return failure.group(2) != null ? Integer.parseInt(failure.group(2)) : STATUSES.get(failure.group(1));
    }

    private static Set<String> words(String text) {
        Set<String> words = new TreeSet<>();
        CODE.matcher(text).results().forEach(word -> words.add(word.group(1)));
        return words;
    }

    @Test
    void the_page_names_each_status_once_with_all_its_codes() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("| Status | `code` |"), page.indexOf("Checks come in this order"));
        Map<Integer, Set<String>> written = new TreeMap<>();
        ROW.matcher(table).results().forEach(row -> {
            int status = Integer.parseInt(row.group(1));
            assertThat(written).doesNotContainKey(status);
            written.put(status, words(row.group(2)));
        });
        assertThat(written.remove(401)).isEmpty();
        assertThat(written.remove(416)).isEmpty();
        assertThat(written).isEqualTo(sent());
        assertThat(table.lines().filter(line -> line.startsWith("|"))).hasSize(written.size() + 4);
    }

    @Test
    void the_published_document_names_all_codes() throws IOException {
        JsonNode code = new ObjectMapper()
                .readTree(DOCUMENT.toFile())
                .at("/components/schemas/Error/properties/code/description");
        Set<String> all = new TreeSet<>();
        sent().values().forEach(all::addAll);
        assertThat(words(code.textValue())).isEqualTo(all);
    }

    /** A sentence like: 409 `slug_taken` where another page has it. */
    @Test
    void codes_in_sentences_are_sent_with_that_status() throws IOException {
        Map<Integer, Set<String>> sent = sent();
        for (Path text : List.of(PAGE, SENTENCES)) {
            List<String> wrong = SPOKEN.matcher(Files.readString(text))
                    .results()
                    .filter(code -> !sent.getOrDefault(Integer.valueOf(code.group(1)), Set.of())
                            .contains(code.group(2)))
                    .map(code -> code.group())
                    .toList();
            assertThat(wrong).as("%s", text).isEmpty();
        }
    }
}
