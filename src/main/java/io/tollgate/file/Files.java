package io.tollgate.file;

import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.time;
import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;

import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import java.util.List;

/** The file resource: images that pages show, and digital goods that buyers receive. */
public final class Files {
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
            id("fileId").always(),
            text("url").always(),
            text("name").always(),
            integer("size").always(),
            integer("width"),
            integer("height"));

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
