package io.tollgate.catalog.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.catalog.page.PageWarnings;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Completes forms with their files and the number of live submissions. */
public final class FormComposition {
    private static final String SUBMISSIONS = """
            SELECT seller_id, NULL::boolean, page_id, sum(records)::bigint FROM (
                SELECT seller_id, page_id, records FROM submission_count
                WHERE seller_id = $1 AND livemode AND span = 'a' AND grouping = 1 AND page_id = ANY ($2)
                UNION ALL
                SELECT seller_id, page_id, records FROM submission_change
                WHERE seller_id = $1 AND livemode AND page_id = ANY ($2)
            ) counted GROUP BY seller_id, page_id
            """;

    private final CatalogDocuments catalog;
    private final PageComposition pages;

    public FormComposition(CatalogDocuments catalog, PageComposition pages) {
        this.catalog = catalog;
        this.pages = pages;
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> forms) {
        return pages.compose(scope, forms)
                .compose(done -> catalog.counts(scope, SUBMISSIONS, PageComposition.ids(forms)))
                .compose(counts -> {
                    forms.forEach(form -> form.put(
                            "submissionCount",
                            counts.getOrDefault(form.get("id").textValue(), 0L)));
                    return catalog.documents(scope, "file", "id", fileIds(forms), "id");
                })
                .map(files -> withFiles(forms, files));
    }

    private static Set<String> fileIds(List<ObjectNode> forms) {
        Set<String> ids = new LinkedHashSet<>();
        forms.forEach(form -> form.path("fileIds").forEach(id -> ids.add(id.textValue())));
        return ids;
    }

    private static List<ObjectNode> withFiles(List<ObjectNode> forms, Map<String, List<ObjectNode>> files) {
        for (ObjectNode form : forms) {
            PageWarnings.omit(form);
            JsonNode ids = form.remove("fileIds");
            ArrayNode attached = form.putArray("files");
            if (ids != null) {
                ids.forEach(id ->
                        files.getOrDefault(id.textValue(), List.of()).forEach(file -> attached.add(attached(file))));
            }
        }
        return forms;
    }

    /** Returns the fields of a file that a form contains. */
    static ObjectNode attached(ObjectNode file) {
        ObjectNode shown = file.objectNode();
        for (Field field : Files.ATTACHED) {
            shown.set(field.name(), file.get(field.name()));
        }
        return shown;
    }
}
