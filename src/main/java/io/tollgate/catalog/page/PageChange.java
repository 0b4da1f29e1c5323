package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.TestKeys;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** Applies a body to the document of a stored page of any kind. */
public final class PageChange {
    private final PageKind kind;
    private final Input input;
    private final Schema schema;
    private final ObjectNode defaults;
    private final Set<String> excluded;

    /**
     * @param schema the fields of pages of this kind
     * @param excluded keys that the caller processes itself
     */
    public PageChange(PageKind kind, Schema schema, Input input, Set<String> excluded) {
        this.kind = kind;
        this.schema = schema;
        this.input = input;
        this.defaults = schema.defaults();
        this.excluded = excluded;
    }

    /**
     * Returns the images that the body refers to. Fails with a 400 if one of them or a referenced page does not exist.
     * Call it before the page is locked, so that this 400 precedes a 404.
     */
    public Future<List<ObjectNode>> references(WriteContext write) {
        return PageSettings.references(input)
                .validate(write)
                .compose(done -> Attachments.images(write, input, "imageIds"))
                .map(images -> {
                    input.check();
                    return images;
                });
    }

    /**
     * Returns the changed page. Fails with a 400 if it violates a rule, and with a 409 if the requested slug is taken.
     *
     * @param former the page before the change, which is locked
     */
    public Future<ObjectNode> apply(WriteContext write, ObjectNode former, List<ObjectNode> images) {
        FieldDocuments fields = new FieldDocuments(former.path("fields"), write::newId, "");
        ObjectNode page = PageSettings.merge(former, defaults, kind, input, excluded, fields, "fieldId");
        testmode(write, former, page);
        List<Field> own = schema.change().stream()
                .filter(field -> !excluded.contains(field.name()))
                .toList();
        RoundTrip.validate(own, input, former, page);
        input.check();
        if (input.has("imageIds")) {
            page.set("images", Attachments.list(images));
        }
        boolean restoresLocale = input.has("locale") && !input.hasValue("locale");
        return requireTestmode(write, former, page)
                .compose(allowed -> slug(write, page))
                .map(slug -> page.put("slug", slug))
                .compose(changed ->
                        restoresLocale ? NewPage.withDefaultLocale(write, changed) : Future.succeededFuture(changed));
    }

    private static void testmode(WriteContext write, ObjectNode former, ObjectNode page) {
        boolean was = former.path("testmode").asBoolean();
        boolean is = page.path("testmode").asBoolean();
        if (was != is) {
            page.put("testmodeEnabledAt", is ? Times.text(write.now()) : null);
        }
    }

    /** Fails with a 403 if a test key takes the page out of test mode. */
    private static Future<Void> requireTestmode(WriteContext write, ObjectNode former, ObjectNode page) {
        boolean ends =
                former.path("testmode").asBoolean() && !page.path("testmode").asBoolean();
        return ends
                ? TestKeys.areLimited(write).map(limited -> {
                    if (limited) {
                        throw TestKeys.refusal("Test keys cannot take a page out of test mode.");
                    }
                    return null;
                })
                : Future.succeededFuture();
    }

    /** Returns the new slug, or the stored one if none was sent. A page always has a slug: null does not clear it. */
    private Future<String> slug(WriteContext write, ObjectNode page) {
        String kept = page.path("slug").asText();
        String requested = input.text("slug");
        if (requested == null || requested.equals(kept) || requested.equals("/" + kept)) {
            return Future.succeededFuture(kept);
        }
        return Slugs.given(write, requested, page.path("id").asText());
    }
}
