package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileReferences;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Loads the images that ticket types refer to. */
final class TicketTypeImages {
    private static final String ID = "imageId";

    private TicketTypeImages() {}

    /** Returns the images by id. Adds a problem for each file that does not exist or is not an image. */
    static Future<Map<String, ObjectNode>> load(WriteContext write, List<Input> types) {
        Set<String> ids = new TreeSet<>();
        for (Input type : types) {
            String id = type.text(ID);
            if (id != null) {
                ids.add(id);
            }
        }
        return FileReferences.find(write.transaction(), write.scope(), ids).map(files -> {
            Map<String, ObjectNode> images = FileReferences.images(files);
            for (Input type : types) {
                String id = type.text(ID);
                type.rule(id == null || files.containsKey(id), ID, FileReferences.UNKNOWN);
                type.rule(id == null || images.containsKey(id), ID, FileReferences.NO_IMAGE);
            }
            return images;
        });
    }
}
