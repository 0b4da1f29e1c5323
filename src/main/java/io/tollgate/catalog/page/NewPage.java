package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.accounts.seller.TestKeys;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Builds the document of a new page, of any kind, from a body. */
public final class NewPage {
    private final PageKind kind;
    private final Input input;
    private final Schema schema;
    private final ObjectNode defaults;
    private final Set<String> excluded;

    private NewPage(PageKind kind, Schema schema, Input input, Set<String> excluded) {
        this.kind = kind;
        this.schema = schema;
        this.input = input;
        this.defaults = schema.defaults();
        this.excluded = excluded;
    }

    /**
     * Validates the body without the database. Records all problems; the caller rejects the request.
     *
     * @param schema the fields of pages of this kind
     * @param excluded keys that the caller processes itself
     */
    public static NewPage of(PageKind kind, Schema schema, Input input, Set<String> excluded) {
        NewPage page = new NewPage(kind, schema, input, excluded);
        AtomicLong number = new AtomicLong();
        // A dry run with placeholder ids, which records the problems. Its result is discarded.
        page.settings(() -> "%024x".formatted(number.incrementAndGet()), "");
        return page;
    }

    /**
     * Returns the document with its fields, images and slug. Fails with a 400 if the body refers to a page or image
     * that does not exist, and with a 409 if the requested slug is taken.
     */
    public Future<ObjectNode> document(WriteContext write) {
        String id = write.newId();
        return PageSettings.references(input)
                .validate(write)
                .compose(done -> Attachments.images(write, input, "imageIds"))
                .compose(images -> {
                    input.check();
                    return slug(write, id).map(slug -> document(write, id, slug, images));
                })
                .compose(page ->
                        input.hasValue("locale") ? Future.succeededFuture(page) : withDefaultLocale(write, page))
                .compose(page -> withTestmode(write, page));
    }

    /** Puts a page of a test key in test mode. */
    private Future<ObjectNode> withTestmode(WriteContext write, ObjectNode page) {
        return TestKeys.areLimited(write).map(limited -> {
            if (limited && input.has("testmode") && !page.path("testmode").asBoolean()) {
                throw TestKeys.refusal("A page that a test key creates is in test mode.");
            }
            return setMode(page, limited);
        });
    }

    private static ObjectNode setMode(ObjectNode page, boolean limited) {
        boolean testmode = limited || page.path("testmode").asBoolean();
        return page.put("testmode", testmode)
                .put("testmodeEnabledAt", testmode ? page.get("createdAt").textValue() : null);
    }

    /** Puts a copy that a test key makes in test mode. */
    static Future<ObjectNode> inMode(WriteContext write, ObjectNode page) {
        return TestKeys.areLimited(write).map(limited -> setMode(page, limited));
    }

    /** Sets the locale of the account, if it has one. */
    static Future<ObjectNode> withDefaultLocale(WriteContext write, ObjectNode page) {
        return SellerDetails.of(write)
                .map(seller -> seller.locale() == null ? page : page.put("locale", seller.locale()));
    }

    private ObjectNode document(WriteContext write, String id, String slug, List<ObjectNode> images) {
        String now = Times.text(write.now());
        ObjectNode page = settings(write::newId, now);
        page.put("id", id)
                .put("sellerId", write.scope().sellerId())
                .put("type", kind.type())
                .put("slug", slug)
                .put("createdAt", now)
                .put("updatedAt", now)
                .set("images", Attachments.list(images));
        return page;
    }

    private Future<String> slug(WriteContext write, String id) {
        String given = input.text("slug");
        String name = Objects.requireNonNull(input.text("name"));
        return given == null ? Slugs.derived(write, name, kind) : Slugs.given(write, given, id);
    }

    private ObjectNode settings(Supplier<String> ids, String now) {
        FieldDocuments fields = FieldDocuments.ofNewPage(input, ids, now);
        ObjectNode page = PageSettings.merge(defaults, defaults, kind, input, excluded, fields, "fieldKey");
        page.set("fields", Attachments.list(fields.inOrder()));
        RoundTrip.validate(schema.create(), input, defaults, page);
        return page;
    }
}
