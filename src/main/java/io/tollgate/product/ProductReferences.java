package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.file.FileReferences;
import io.tollgate.http.Input;
import io.tollgate.http.Write;
import io.tollgate.records.Wall;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a body refers to outside of its product: images, files, tax rates. One wording for all that
 * are not there, whoever else may have them.
 */
final class ProductReferences {
    private static final String RATES = """
            SELECT seller_id, NULL::boolean, id FROM tax_rate
            WHERE seller_id = $1 AND id = ANY ($2) AND document -> 'active' = 'true' ORDER BY id FOR SHARE
            """;

    private static final String USUAL_RATE = """
            SELECT r.seller_id, NULL::boolean, r.id FROM tax_rate r
            WHERE r.seller_id = $1 AND r.document -> 'active' = 'true' AND r.document -> 'default' = 'true'
              AND EXISTS (
                SELECT FROM page p
                WHERE p.seller_id = $1 AND p.id = $2 AND p.document -> 'tax' ->> 'mode' = 'fixed')
            ORDER BY r.id DESC LIMIT 1 FOR SHARE OF r
            """;

    private static final String BOUGHT = """
            SELECT EXISTS (
                SELECT FROM payment y WHERE y.seller_id = $1 AND y.livemode IN (true, false) AND y.product_id = $2)
              OR EXISTS (
                SELECT FROM subscription s WHERE s.seller_id = $1 AND s.livemode IN (true, false) AND s.page_id = $3)
            """;

    private ProductReferences() {}

    /** Looks up all that is referred to, and notes what is not the seller's; gives the images by their ids. */
    static Future<Map<String, ObjectNode>> check(Write write, Input input) {
        Set<String> ids = new TreeSet<>();
        add(ids, input, "imageIds");
        add(ids, input, "fileIds");
        for (Input variant : input.objects("variants")) {
            for (Input option : variant.objects("options")) {
                add(ids, option, "fileIds");
                add(ids, option, "imageId");
            }
        }
        return rates(write, input)
                .compose(done -> FileReferences.find(write.transaction(), write.scope(), ids))
                .map(files -> images(input, files));
    }

    private static void add(Set<String> ids, Input input, String name) {
        JsonNode value = input.values().path(name);
        if (value.isTextual()) {
            ids.add(value.textValue());
        }
        value.forEach(id -> ids.add(id.asText()));
    }

    private static Map<String, ObjectNode> images(Input input, Map<String, ObjectNode> files) {
        Map<String, ObjectNode> images = new HashMap<>();
        files.forEach((id, file) -> {
            if (FileReferences.isImage(file)) {
                images.put(id, FileReferences.image(file));
            }
        });
        known(input, "fileIds", files.keySet(), "file");
        image(input, "imageIds", files.keySet(), images.keySet());
        for (Input variant : input.objects("variants")) {
            for (Input option : variant.objects("options")) {
                known(option, "fileIds", files.keySet(), "file");
                image(option, "imageId", files.keySet(), images.keySet());
            }
        }
        return images;
    }

    private static void image(Input input, String name, Set<String> files, Set<String> images) {
        known(input, name, files, "file");
        Set<String> ids = new HashSet<>();
        add(ids, input, name);
        input.rule(images.containsAll(ids), name, "must be uploaded with the purpose image");
    }

    private static void known(Input input, String name, Set<String> known, String what) {
        Set<String> ids = new HashSet<>();
        add(ids, input, name);
        input.rule(known.containsAll(ids), name, "One or more " + what + " IDs not found or not owned by your account");
    }

    private static Future<Void> rates(Write write, Input input) {
        Set<String> ids = new TreeSet<>();
        add(ids, input, "fixedTaxRateIds");
        if (ids.isEmpty()) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(write.scope().sellerId(), (Object) ids.toArray(String[]::new));
        return ids(write, RATES, values).map(found -> {
            known(input, "fixedTaxRateIds", found, "tax rate");
            return null;
        });
    }

    /** The seller's own default rate, where the page is taxed at a fixed rate; else none. */
    static Future<Set<String>> usualRate(Write write, String pageId) {
        return ids(write, USUAL_RATE, Tuple.of(write.scope().sellerId(), pageId));
    }

    private static Future<Set<String>> ids(Write write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            Set<String> found = new HashSet<>();
            for (Row row : rows) {
                Wall.hold(write.scope(), row);
                found.add(row.getString(2));
            }
            return found;
        });
    }

    /** Whether purchases of either mode refer to the product. A subscription names the page that sold it. */
    static Future<Boolean> bought(Write write, String productId, @Nullable String pageId) {
        return write.transaction()
                .preparedQuery(BOUGHT)
                .execute(Tuple.of(write.scope().sellerId(), productId, pageId))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
