package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileReferences;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Validates the images, files and tax rates that the body of a product refers to. The error message is the same for an
 * unknown record and a record of another seller.
 */
final class ProductReferences {
    private static final String BOUGHT = """
            SELECT EXISTS (
                SELECT FROM payment y WHERE y.seller_id = $1 AND y.livemode IN (true, false) AND y.product_id = $2)
              OR EXISTS (
                SELECT FROM subscription s WHERE s.seller_id = $1 AND s.livemode IN (true, false) AND s.page_id = $3)
            """;

    private ProductReferences() {}

    /** Records a problem for each record that does not exist. Returns the images by id. */
    static Future<Map<String, ObjectNode>> check(WriteContext write, Input input) {
        Set<String> ids = new TreeSet<>();
        add(ids, input, "imageIds");
        add(ids, input, "fileIds");
        for (Input variant : input.objects("variants")) {
            for (Input option : variant.objects("options")) {
                add(ids, option, "fileIds");
                add(ids, option, "imageId");
            }
        }
        return FixedRates.check(write, input)
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
        Map<String, ObjectNode> images = FileReferences.images(files);
        requireKnown(input, "fileIds", files.keySet());
        requireImages(input, "imageIds", files.keySet(), images.keySet());
        for (Input variant : input.objects("variants")) {
            for (Input option : variant.objects("options")) {
                requireKnown(option, "fileIds", files.keySet());
                requireImages(option, "imageId", files.keySet(), images.keySet());
            }
        }
        return images;
    }

    private static void requireImages(Input input, String name, Set<String> files, Set<String> images) {
        requireKnown(input, name, files);
        Set<String> ids = new HashSet<>();
        add(ids, input, name);
        input.rule(images.containsAll(ids), name, FileReferences.NO_IMAGE);
    }

    private static void requireKnown(Input input, String name, Set<String> known) {
        Set<String> ids = new HashSet<>();
        add(ids, input, name);
        input.rule(known.containsAll(ids), name, FileReferences.UNKNOWN);
    }

    /** Returns whether a purchase in either mode refers to the product. A subscription is found by its page. */
    static Future<Boolean> isBought(WriteContext write, String productId, @Nullable String pageId) {
        return write.transaction()
                .preparedQuery(BOUGHT)
                .execute(Tuple.of(write.scope().sellerId(), productId, pageId))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }
}
