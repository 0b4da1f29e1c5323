package io.tollgate.catalog.file;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.List;

/** The file resource: images that pages show, and digital goods that buyers receive. */
public final class Files {
    private static final int TEXT_MAX = 2000;

    private Files() {}

    public static final Resource RESOURCE = Resource.at("/v1/files")
            .noun("File")
            .idName("fileId")
            .table("file")
            .fields(
                    CommonFields.ID.always(),
                    text("location")
                            .doc("Address at which everyone can fetch an image. For other files, `GET "
                                    + "/v1/files/{fileId}/download` returns a link.")
                            .always(),
                    text("name").doc("Name of the file.").always(),
                    oneOf("purpose", "image", "file")
                            .doc("`image`: shown on pages, public. `file`: for buyers only.")
                            .always(),
                    text("type").doc("Media type, such as `image/png`.").always(),
                    integer("size").doc("Size in bytes.").always(),
                    integer("width").doc("Width of an image in pixels. Null for other files."),
                    integer("height").doc("Height of an image in pixels. Null for other files."),
                    CommonFields.CREATED_AT)
            .indexed("purpose")
            .search(contains(ANYTHING, "name"))
            .build();

    /** An image as a page, a product or a ticket type shows it. */
    public static final List<Field> IMAGE = List.of(
            id("fileId").doc("Id of the uploaded file.").always().orNull(),
            Field.of("url", Type.line(0, TEXT_MAX))
                    .doc("Address at which everyone can fetch the image.")
                    .always()
                    .orNull(),
            Field.of("name", Type.line(0, TEXT_MAX))
                    .doc("Name of the file.")
                    .always()
                    .orNull(),
            integer("size", 0, Integer.MAX_VALUE).doc("Size in bytes.").always().orNull(),
            integer("width", 0, Integer.MAX_VALUE).doc("Width in pixels.").orNull(),
            integer("height", 0, Integer.MAX_VALUE).doc("Height in pixels.").orNull());

    /** A file as a form shows it. */
    public static final List<Field> ATTACHED = List.of(
            CommonFields.ID.always(),
            text("name").doc("Name of the file.").always(),
            text("location")
                    .doc("Address of the file. Files with the purpose `file` need a link from `GET "
                            + "/v1/files/{fileId}/download`.")
                    .always(),
            oneOf("purpose", "image", "file")
                    .doc("`image`: shown on pages, public. `file`: for buyers only.")
                    .always(),
            integer("size").doc("Size in bytes.").always(),
            text("type").doc("Media type, such as `application/pdf`.").always(),
            integer("width").doc("Width of an image in pixels. Null for other files."),
            integer("height").doc("Height of an image in pixels. Null for other files."));
}
