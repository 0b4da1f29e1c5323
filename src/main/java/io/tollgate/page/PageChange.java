package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.input.Input;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/** What a body changes of a page of any kind. */
public final class PageChange {
    private final PageKind kind;
    private final Input input;
    private final ObjectNode defaults;
    private final Set<String> apart;

    /**
     * A change as it was sent.
     *
     * @param ofItsKind defaults of what only pages of its kind have
     * @param apart keys of its kind that its feature makes something of itself
     */
    public PageChange(PageKind kind, Input input, ObjectNode ofItsKind, Set<String> apart) {
        this.kind = kind;
        this.input = input;
        this.defaults = PageDefaults.of(kind, ofItsKind);
        this.apart = apart;
    }

    /**
     * The images that the page is to show. 400 where it names one that is not there, or such a page:
     * before the page itself is looked for.
     */
    public Future<List<ObjectNode>> references(WriteContext write) {
        return PageSettings.references(input)
                .look(write)
                .compose(done -> Attachments.images(write, input, "imageIds"))
                .map(images -> {
                    input.check();
                    return images;
                });
    }

    /**
     * The page as it is to be. 400 where that breaks a rule; 409 where the slug that was asked for is
     * taken.
     *
     * @param former the page, under lock
     */
    public Future<ObjectNode> over(WriteContext write, ObjectNode former, List<ObjectNode> images) {
        FieldDocuments fields = new FieldDocuments(former.path("fields"), write::newId, "");
        ObjectNode page = PageSettings.over(former, defaults, kind, input, apart, fields, "fieldId");
        testmode(write, former, page);
        CheckoutKeys.roundTrip(kind).validate(input, former, page);
        input.check();
        if (input.has("imageIds")) {
            page.set("images", Attachments.list(images));
        }
        return slug(write, page).map(slug -> page.put("slug", slug));
    }

    private void testmode(WriteContext write, ObjectNode former, ObjectNode page) {
        boolean was = former.path("testmode").asBoolean();
        boolean is = page.path("testmode").asBoolean();
        if (was != is) {
            page.put("testmodeEnabledAt", is ? Times.text(write.now()) : null);
        }
    }

    /** The address of a page cannot be cleared: null leaves it as it is. */
    private Future<String> slug(WriteContext write, ObjectNode page) {
        String kept = page.path("slug").asText();
        String asked = input.text("slug");
        if (asked == null || asked.equals(kept) || asked.equals("/" + kept)) {
            return Future.succeededFuture(kept);
        }
        return Slugs.given(write, asked, page.path("id").asText());
    }
}
