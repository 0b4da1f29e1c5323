package io.tollgate.loadtest.reads;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tollgate.loadtest.call.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list: its records as the very bytes that came.
 *
 * @param total of all records that match
 */
record Slice(List<Item> items, long total, boolean hasMore) {
    private static final JsonFactory JSON = new JsonFactory();

    /** A record of the page. */
    record Item(String id, byte[] json) {}

    /** @throws Fault an error, where this is no page of a list */
    static Slice parse(byte[] body) {
        List<Item> items = new ArrayList<>();
        Long total = null;
        Boolean hasMore = null;
        boolean data = false;
        try (JsonParser parser = JSON.createParser(body)) {
            expect(parser.nextToken() == JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "data" -> {
                        expect(value == JsonToken.START_ARRAY);
                        items(parser, body, items);
                        data = true;
                    }
                    case "total" -> total = parser.getLongValue();
                    case "has_more" -> hasMore = parser.getBooleanValue();
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw Fault.error("a page that is no JSON");
        }
        expect(data && total != null && hasMore != null);
        return new Slice(items, total, hasMore);
    }

    private static void expect(boolean isPage) {
        if (!isPage) {
            throw Fault.error("a body that is no page of a list");
        }
    }

    private static void items(JsonParser parser, byte[] body, List<Item> items) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            int begin = (int) parser.currentTokenLocation().getByteOffset();
            String id = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isId = parser.currentName().equals("id");
                parser.nextToken();
                if (isId) {
                    id = parser.getText();
                } else {
                    parser.skipChildren();
                }
            }
            int end = (int) parser.currentLocation().getByteOffset();
            expect(id != null && id.matches("[0-9a-f]{24}"));
            items.add(new Item(id, Arrays.copyOfRange(body, begin, end)));
        }
    }

    @Nullable
    String first() {
        return items.isEmpty() ? null : items.get(0).id();
    }

    @Nullable
    String last() {
        return items.isEmpty() ? null : items.get(items.size() - 1).id();
    }

    /** Whether ids fall from record to record: none twice, none out of place. */
    boolean isDescending() {
        for (int i = 1; i < items.size(); i++) {
            if (items.get(i).id().compareTo(items.get(i - 1).id()) >= 0) {
                return false;
            }
        }
        return true;
    }
}
