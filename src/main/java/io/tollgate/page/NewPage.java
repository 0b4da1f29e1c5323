package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.input.Input;
import io.tollgate.seller.SellerDetails;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A page that a body describes, of any kind, on its way to a document. */
public final class NewPage {
    private final PageKind kind;
    private final Input input;
    private final ObjectNode defaults;
    private final Set<String> apart;

    private NewPage(PageKind kind, Input input, ObjectNode defaults, Set<String> apart) {
        this.kind = kind;
        this.input = input;
        this.defaults = defaults;
        this.apart = apart;
    }

    /**
     * Notes every problem that can be seen without the database; the caller refuses them.
     *
     * @param ofItsKind defaults of what only pages of its kind have
     * @param apart keys of its kind that its feature makes something of itself
     */
    public static NewPage of(PageKind kind, Input input, ObjectNode ofItsKind, Set<String> apart) {
        NewPage page = new NewPage(kind, input, PageDefaults.of(kind, ofItsKind), apart);
        AtomicLong number = new AtomicLong();
        // Done once without the database, to see what is wrong; what comes of it is not kept.
        page.settings(() -> "%024x".formatted(number.incrementAndGet()), "");
        return page;
    }

    /**
     * The document, with its fields, images and a slug of its own. 400 where a page or an image that
     * it names is not there; 409 where the slug that was asked for is taken.
     */
    public Future<ObjectNode> document(WriteContext write) {
        String id = write.newId();
        return PageSettings.references(input)
                .look(write)
                .compose(done -> Attachments.images(write, input, "imageIds"))
                .compose(images -> {
                    input.check();
                    return slug(write, id).map(slug -> document(write, id, slug, images));
                })
                .compose(page -> localized(write, page));
    }

    /** A page that names no locale has the one of its seller. */
    private Future<ObjectNode> localized(WriteContext write, ObjectNode page) {
        if (input.has("locale")) {
            return Future.succeededFuture(page);
        }
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
                .put("testmodeEnabledAt", page.path("testmode").asBoolean() ? now : null)
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
        FieldDocuments fields = FieldDocuments.ofNew(input, ids, now);
        ObjectNode page = PageSettings.over(defaults, defaults, kind, input, apart, fields, "fieldKey");
        page.set("fields", Attachments.list(fields.inOrder()));
        CheckoutKeys.roundTrip(kind).validate(input, defaults, page);
        return page;
    }
}
