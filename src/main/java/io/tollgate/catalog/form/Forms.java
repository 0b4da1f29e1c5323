package io.tollgate.catalog.form;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;

import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageSchema;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Schema;

/** Defines forms, which are pages that collect submissions without payment. */
public final class Forms {
    private static final int FILES_MAX = 50;

    static final Schema SCHEMA = PageSchema.of(PageKind.FORM)
            .and(
                    bool("allowDynamicTitle")
                            .doc("Whether the query parameter `title` of the page's address can set the title.")
                            .writable()
                            .defaultsTo(false),
                    bool("allowDynamicDescription")
                            .doc("Whether the query parameter `description` of the page's address can set the "
                                    + "description, as plain text.")
                            .writable()
                            .defaultsTo(false),
                    list("files", Files.ATTACHED).doc("Files that are attached to the form."),
                    ids("fileIds", FILES_MAX)
                            .doc("Ids of uploaded files to attach. A list in a change replaces the former one.")
                            .writeOnly()
                            .orNull(),
                    integer("submissionCount")
                            .doc("Number of live submissions of the form.")
                            .example(12),
                    object(
                                    "formDetails",
                                    object(
                                                    "limitSubmissions",
                                                    CommonFields.ENABLED.defaultsTo(false),
                                                    CommonFields.ENABLED_AT)
                                            .doc("Whether each customer, by e-mail address, can submit the form "
                                                    + "only once.")
                                            .orNull())
                            .doc("Settings of submissions.")
                            .writable()
                            .orNull());

    public static final Resource RESOURCE = Resource.at("/v1/forms")
            .noun("Form")
            .idName("pageId")
            .table("page")
            .kind("form")
            .fields(SCHEMA.read())
            .ofPage("id")
            .indexed("status", "testmode")
            .search(contains(ANYTHING, "name", "title"))
            .storedApart("url", "previewUrl", "visitCount", "files", "submissionCount")
            .reports(PageSchema.REPORTS)
            .build();

    private Forms() {}
}
