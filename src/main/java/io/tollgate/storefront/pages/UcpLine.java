package io.tollgate.storefront.pages;

import io.tollgate.catalog.page.VisitedPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.JsonBody;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of a checkout session: how many of a price or a ticket type of a page.
 *
 * @param choice id of the price or the ticket type; empty for the price of a product that has only one
 */
record UcpLine(String seller, String slug, String choice, int quantity) {
    private static final int LINES_MAX = 50;
    private static final int QUANTITY_MAX = 10_000;
    private static final Pattern ITEM =
            Pattern.compile("([A-Za-z0-9_-]{1,200})/([A-Za-z0-9_-]{1,200})(?:/([A-Za-z0-9_-]{1,100}))?");

    private static final String LINES = "line_items";
    private static final String QUANTITY = "quantity";
    private static final String SAVED = "lines";

    /** Returns the id of an item in markup and sessions: the path of its page and a choice. */
    static String itemId(VisitedPage page, @Nullable String choice) {
        String path = page.seller().name() + "/" + page.page().slug();
        return choice == null || choice.isEmpty() ? path : path + "/" + choice;
    }

    /**
     * Reads the lines of a request. Members that are not known are ignored, as the protocol demands.
     *
     * @param pages where the addresses of pages begin; such an address is the id of an item, too
     * @throws ApiError 400 that names each wrong member
     */
    static List<UcpLine> read(Buffer body, String pages) {
        JsonBody.parse(body);
        Object sent = Json.decodeValue(body) instanceof JsonObject request ? request.getValue(LINES) : null;
        if (!(sent instanceof JsonArray array) || array.isEmpty() || array.size() > LINES_MAX) {
            throw ApiError.invalid(LINES, "must be an array of 1 to " + LINES_MAX + " items", null);
        }
        List<Problem> problems = new ArrayList<>();
        List<UcpLine> lines = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            UcpLine line = read(array.getValue(i), LINES + "[" + i + "]", pages, problems);
            if (line != null) {
                lines.add(line);
            }
        }
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return lines;
    }

    private static @Nullable UcpLine read(@Nullable Object sent, String path, String pages, List<Problem> problems) {
        JsonObject line = sent instanceof JsonObject one ? one : new JsonObject();
        String id = line.getValue("item") instanceof JsonObject item && item.getValue("id") instanceof String text
                ? text
                : "";
        Matcher item = ITEM.matcher(id.startsWith(pages) ? id.substring(pages.length()) : id);
        if (!item.matches()) {
            problems.add(new Problem(path + ".item.id", "must be the id of an item, such as shop/mug", id));
        }
        int quantity = line.getValue(QUANTITY) instanceof Integer number ? number : 0;
        if (quantity < 1 || quantity > QUANTITY_MAX) {
            problems.add(new Problem(path + "." + QUANTITY, "must be a whole number from 1 to " + QUANTITY_MAX, null));
        }
        if (!problems.isEmpty()) {
            return null;
        }
        String choice = item.group(3) == null ? "" : item.group(3);
        return new UcpLine(item.group(1), item.group(2), choice, quantity);
    }

    /** Returns the JSON of saved inputs with the lines from which they were made. */
    static String save(String inputs, List<UcpLine> lines) {
        JsonArray saved = new JsonArray();
        lines.forEach(
                line -> saved.add(new JsonObject().put("choice", line.choice).put(QUANTITY, line.quantity)));
        return new JsonObject(inputs).put(SAVED, saved).encode();
    }

    /** Returns the lines of saved inputs of a page. */
    static List<UcpLine> restore(String inputs, VisitedPage page) {
        List<UcpLine> lines = new ArrayList<>();
        for (Object one : new JsonObject(inputs).getJsonArray(SAVED)) {
            JsonObject line = (JsonObject) one;
            int quantity = line.getValue(QUANTITY) instanceof Integer number ? number : 1;
            lines.add(new UcpLine(page.seller().name(), page.page().slug(), line.getString("choice"), quantity));
        }
        return lines;
    }
}
