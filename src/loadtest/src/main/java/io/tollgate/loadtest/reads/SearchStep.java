package io.tollgate.loadtest.reads;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Searches a list for a text out of one of its records. */
final class SearchStep implements Step {
    static final String CONTAINS = "every record that a search finds holds the text";

    private static final int LIMIT = 20;
    private static final int WORD_MIN = 4;

    private final Known known;
    private final Call.Caller caller;
    private final Claims claims;
    private final String text;

    private SearchStep(Known known, Call.Caller caller, Claims claims, String text) {
        this.known = known;
        this.caller = caller;
        this.claims = claims;
        this.text = text;
    }

    /** Null where the record, or its list, has nothing to search for. */
    static @Nullable SearchStep of(Known known, Call.Caller caller, Claims claims, Random random) {
        List<String> texts = new ArrayList<>();
        JsonNode document = known.document();
        for (String field : known.listing().searched()) {
            texts.addAll(texts(document.path(field).asText("")));
        }
        return texts.isEmpty() ? null : new SearchStep(known, caller, claims, texts.get(random.nextInt(texts.size())));
    }

    /**
     * An address as a whole; of anything else words of plain letters. For these every list looks into the field they
     * are of, whatever rules it has for codes and numbers, and they stand in the JSON as they are.
     */
    private static List<String> texts(String value) {
        if (value.indexOf('@') >= 0) {
            return value.matches("[\\w.+@-]+") ? List.of(value) : List.of();
        }
        List<String> words = new ArrayList<>();
        Collections.addAll(words, value.split("\\s+"));
        words.removeIf(word -> !word.matches("[A-Za-z]{" + WORD_MIN + ",40}"));
        return words;
    }

    @Override
    public String name() {
        return "search " + known.listing().noun();
    }

    @Override
    public Call call() {
        return Call.get(
                caller,
                known.listing().path() + "?limit=" + LIMIT + "&search="
                        + URLEncoder.encode(text, StandardCharsets.UTF_8));
    }

    @Override
    public void judge(Answer answer) {
        Slice slice = Slice.parse(answer.expect(200).body());
        String wanted = text.toLowerCase(Locale.ROOT);
        for (Slice.Item item : slice.items()) {
            String record = new String(item.json(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
            claims.hold(
                    CONTAINS,
                    record.contains(wanted),
                    "a record of %s without the text%s"
                            .formatted(known.listing().noun(), answer.where()));
        }
        FilterStep.holdFound(claims, known, slice, LIMIT, "search" + answer.where());
    }
}
