package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.file.FileReferences;
import io.tollgate.input.Input;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The images that ticket types name. */
final class TypeImages {
    private static final String ID = "imageId";

    private TypeImages() {}

    /** Those that are there, by their ids; notes a problem for each that is not, or is no image. */
    static Future<Map<String, ObjectNode>> look(WriteContext write, List<Input> types) {
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
