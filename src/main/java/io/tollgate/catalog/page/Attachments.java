package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileReferences;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the files that a body refers to by id. The error message is the same for an unknown file and a file of another
 * seller. The files stay locked until the write ends, so that none is deleted in between.
 */
public final class Attachments {
    private Attachments() {}

    /**
     * Returns the images that a list of ids refers to, in its order and as records show them. Records a problem for
     * each file that does not exist or is not an image. Returns an empty list if the key was not sent.
     */
    public static Future<List<ObjectNode>> images(WriteContext write, Input input, String key) {
        return documents(write, input, key, true)
                .map(files -> files.stream().map(FileReferences::image).toList());
    }

    /** Returns the files that a list of ids refers to, in its order. Records a problem for each that does not exist. */
    public static Future<List<ObjectNode>> files(WriteContext write, Input input, String key) {
        return documents(write, input, key, false);
    }

    private static Future<List<ObjectNode>> documents(WriteContext write, Input input, String key, boolean imagesOnly) {
        List<String> ids = new ArrayList<>();
        input.values().path(key).forEach(id -> ids.add(id.asText()));
        return FileReferences.find(write.transaction(), write.scope(), ids)
                .map(found -> inOrder(input, key, ids, found, imagesOnly));
    }

    private static List<ObjectNode> inOrder(
            Input input, String key, List<String> ids, Map<String, ObjectNode> found, boolean imagesOnly) {
        List<ObjectNode> files = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            ObjectNode file = found.get(ids.get(i));
            String place = key + "[" + i + "]";
            if (file == null) {
                input.problem(place, FileReferences.UNKNOWN);
            } else if (imagesOnly && !FileReferences.isImage(file)) {
                input.problem(place, FileReferences.NO_IMAGE);
            } else {
                files.add(file);
            }
        }
        return files;
    }

    static ArrayNode list(List<ObjectNode> items) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        items.forEach(list::add);
        return list;
    }
}
