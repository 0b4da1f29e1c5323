package io.tollgate.form;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.time;

import io.tollgate.file.Files;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageSchema;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Schema;

/** Forms: pages that collect submissions without payment. */
public final class Forms {
    private static final int FILES_MAX = 50;

    static final Schema SCHEMA = PageSchema.of(PageKind.FORM)
            .and(
                    bool("allowDynamicTitle").writable().defaultsTo(false),
                    bool("allowDynamicDescription").writable().defaultsTo(false),
                    list("files", Files.ATTACHED),
                    ids("fileIds", FILES_MAX).writeOnly().orNull(),
                    integer("submissionCount")
                            .doc("How many live submissions the form has.")
                            .example(12),
                    object(
                                    "formDetails",
                                    object(
                                                    "limitSubmissions",
                                                    bool("enabled").defaultsTo(false),
                                                    time("enabledAt").roundTrip())
                                            .orNull())
                            .writable()
                            .orNull());

    public static final Resource RESOURCE = Resource.at("/v1/forms")
            .noun("Form")
            .idName("pageId")
            .table("page")
            .kind("form")
            .fields(SCHEMA.read())
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .apart("url", "visitCount", "files", "submissionCount")
            .build();

    private Forms() {}
}
