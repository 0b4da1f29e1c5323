package io.tollgate.file;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Type;
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
                    id("id").always(),
                    text("location").always(),
                    text("name").always(),
                    oneOf("purpose", "image", "file").always(),
                    text("type").always(),
                    integer("size").always(),
                    integer("width"),
                    integer("height"),
                    time("createdAt"))
            .indexed("purpose")
            .search(contains(ANYTHING, "name"))
            .build();

    /** An image as a page, a product or a ticket type shows it. */
    public static final List<Field> IMAGE = List.of(
            id("fileId").always().orNull(),
            Field.of("url", Type.line(0, TEXT_MAX)).always().orNull(),
            Field.of("name", Type.line(0, TEXT_MAX)).always().orNull(),
            integer("size", 0, Integer.MAX_VALUE).always().orNull(),
            integer("width", 0, Integer.MAX_VALUE).orNull(),
            integer("height", 0, Integer.MAX_VALUE).orNull());

    /** A file as a form shows it. */
    public static final List<Field> ATTACHED = List.of(
            id("id").always(),
            text("name").always(),
            text("location").always(),
            oneOf("purpose", "image", "file").always(),
            integer("size").always(),
            text("type").always(),
            integer("width"),
            integer("height"));
}
