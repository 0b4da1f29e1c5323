package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Makes the forms of a seller. */
final class FormMaker {
    private static final List<String> TITLES = List.of(
            "Kontakt & Fragen", "Warteliste", "Vendor application", "お問い合わせ", "Volunteer sign-up", "Umfrage 2026");

    private final CatalogueIds ids;
    private final Catalogue catalogue;
    private final Supplies supplies;

    FormMaker(CatalogueIds ids, Catalogue catalogue, Supplies supplies) {
        this.ids = ids;
        this.catalogue = catalogue;
        this.supplies = supplies;
    }

    List<FormOffer> make(int count, boolean testmode) {
        List<FormOffer> forms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String title = TITLES.get(i % TITLES.size()) + (i < TITLES.size() ? "" : " " + (i / TITLES.size() + 1));
            List<Question> questions = new Questions(ids)
                    .ask("Topic", "select", "", "topic", true, "Order", "Lieferung", "その他")
                    .interests()
                    .ask("How many people?", "number", "", "people", false)
                    .ask("Preferred day", "date", "", "day", false)
                    .ask("I agree to be contacted", "checkbox", "", "consent", true)
                    .phone()
                    .note()
                    .all();
            long createdAt = ids.time();
            String slug = (testmode ? "test-" : "") + "form-" + (i + 1);
            FormOffer form = new FormOffer(ids.next(), slug, title, testmode, "en-GB", questions);
            forms.add(form);
            write(form, i, createdAt);
        }
        return forms;
    }

    private void write(FormOffer form, int position, long createdAt) {
        // The last form of many was archived: what was sent through it before stays.
        String status = position == 4 ? "archived" : "published";
        ObjectNode page = PageDocuments.page(new PageDocuments.About(
                form.pageId(),
                ids.sellerId(),
                "form",
                form.title(),
                form.slug(),
                status,
                form.testmode(),
                form.locale(),
                form.title(),
                "Tell us what you need.",
                supplies.image(position),
                form.questions(),
                List.of(PageDocuments.confirmationStep(0)),
                createdAt,
                createdAt + Moments.DAY));
        Json.put(
                page,
                "allowDynamicTitle",
                false,
                "allowDynamicDescription",
                false,
                "fileIds",
                List.of(supplies.fileId(position)),
                "formDetails",
                Json.of(
                        "limitSubmissions",
                        Json.of("enabled", position == 1, "enabledAt", position == 1 ? Moments.iso(createdAt) : null)));
        catalogue.page("form", form.slug(), Catalogue.folded(page, "name", "title"), 100 + position * 37L, page);
    }
}
