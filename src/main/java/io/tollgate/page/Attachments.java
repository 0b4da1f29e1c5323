package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.file.FileReferences;
import io.tollgate.input.Input;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files that a body names by id. One that is unknown and one of another seller are refused in the
 * same words. Those found are held to the end of the write, so that none is deleted meanwhile.
 */
public final class Attachments {
    private Attachments() {}

    /**
     * The images that a list of ids names, in its order and as records show them; none where it was
     * not sent. Notes a problem for each that is not there, or is no image.
     */
    public static Future<List<ObjectNode>> images(WriteContext write, Input input, String key) {
        return documents(write, input, key, true)
                .map(files -> files.stream().map(FileReferences::image).toList());
    }

    /** The files that a list of ids names, of whatever purpose. */
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
