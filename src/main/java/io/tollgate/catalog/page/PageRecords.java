package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes pages of one kind and returns them in responses.
 *
 * @param composition adds fields that are stored outside the document
 * @param columns computes further columns of this kind
 */
public record PageRecords(Resource resource, Composition.Factory composition, Columns columns) {
    /** Computes columns, by name, other than the slug and those that the definition of the resource derives. */
    public interface Columns {
        Columns NONE = (write, page) -> Future.succeededFuture(Map.of());

        Future<Map<String, ?>> of(WriteContext write, ObjectNode page);
    }

    public Future<Stored> insert(WriteContext write, ObjectNode page) {
        return all(write, page).compose(all -> write.insert(resource, page, all));
    }

    /** Updates a page. Does nothing if the page is unchanged. */
    public Future<Stored> update(WriteContext write, Stored former, ObjectNode page) {
        // Parses both again, because equal numbers can be nodes of different types.
        Stored before = new Stored(former.bytes(), Templates.of(former.record().toString()));
        ObjectNode after = Templates.of(page.toString());
        return all(write, after).compose(all -> write.update(resource, before, after, all));
    }

    private Future<Map<String, ?>> all(WriteContext write, ObjectNode page) {
        return columns.of(write, page).map(more -> {
            Map<String, Object> all = new HashMap<>(more);
            all.put("slug", page.path("slug").asText());
            return all;
        });
    }

    public Future<ApiResponse> answer(WriteContext write, int status, Stored page) {
        return write.answer(status, resource, page, composition);
    }

    /** Returns the command that archives a page. Records of its purchases stay. */
    public WriteExecutor.Command archive(Request request) {
        request.input(Body.NONE, resource.idName()).check();
        String id = request.id(resource.idName());
        return write -> write.lock(write.scope(), resource, id)
                .compose(former -> {
                    ObjectNode page = former.record().deepCopy().put("status", "archived");
                    return update(write, former, page);
                })
                .compose(page -> answer(write, 200, page));
    }
}
