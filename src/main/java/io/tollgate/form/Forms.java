package io.tollgate.form;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.file.Files;
import io.tollgate.page.PageFields;
import io.tollgate.resource.Resource;
import java.util.List;

/** Forms: pages that collect submissions without payment. */
public final class Forms {
    private Forms() {}

    public static final Resource RESOURCE = Resource.at("/v1/forms")
            .noun("Form")
            .idName("pageId")
            .table("page")
            .kind("form")
            .fields(PageFields.with(
                    "form",
                    List.of(
                            bool("allowDynamicTitle"),
                            bool("allowDynamicDescription"),
                            list("files", Files.ATTACHED),
                            integer("submissionCount"),
                            object("formDetails", object("limitSubmissions", bool("enabled"), time("enabledAt"))))))
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .apart("url", "visitCount", "files", "submissionCount")
            .build();
}
