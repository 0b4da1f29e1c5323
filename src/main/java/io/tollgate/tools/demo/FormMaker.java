package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Form;
import io.tollgate.catalog.model.json.CatalogDecoder;
import java.util.ArrayList;
import java.util.List;

/** Generates the forms of a seller. */
record FormMaker(CatalogMaker catalog) {
    List<FormOffer> make(int count, boolean testmode) {
        JsonNode templates = CatalogMaker.DATA.get("forms");
        List<FormOffer> forms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            JsonNode template = templates.get(i % templates.size());
            String title =
                    template.get("title").textValue() + (i < templates.size() ? "" : " " + (i / templates.size() + 1));
            String slug = (testmode ? "test-" : "") + "form-" + (i + 1);
            CatalogMaker.Document document = catalog.new Document(i);
            ObjectNode page = document.page("formPage", template, title, slug, testmode);
            List<JsonNode> fields = new ArrayList<>();
            CatalogMaker.DATA.get("formFields").forEach(fields::add);
            template.path("fields").forEach(fields::add);
            document.putFields(page, fields);
            document.fill(page);
            catalog.catalog().page("form", slug, DemoCatalog.folded(page, "name", "title"), 100 + i * 37L, page);
            forms.add(new FormOffer(CatalogDecoder.decode(page, Form.class), testmode));
        }
        return forms;
    }
}
