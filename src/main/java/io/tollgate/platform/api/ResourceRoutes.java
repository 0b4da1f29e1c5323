package io.tollgate.platform.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.export.ListFormat;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.BodyParts;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Page;
import io.tollgate.platform.records.RecordId;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Creates the list and get endpoints of a resource from its definition. */
public final class ResourceRoutes {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final byte[] DATA = "{\"data\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LIST = "{\"data\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = {','};
    private static final byte[] END = {'}'};

    private final Records records;
    private final Exports exports;

    public ResourceRoutes(Records records, Exports exports) {
        this.records = records;
        this.exports = exports;
    }

    public Records records() {
        return records;
    }

    /** Converts the bytes of a stored record to those of a response. */
    public interface Copy {
        Buffer of(Scope scope, Buffer record);
    }

    public static final Copy UNCHANGED = (scope, record) -> record;

    public Endpoint list(Resource resource) {
        return list(resource, UNCHANGED);
    }

    public Endpoint list(Resource resource, Copy copy) {
        return listEndpoint(new ListFile.Source(resource, shown(copy)));
    }

    public Endpoint composedList(Resource resource, Composition composition) {
        return listEndpoint(new ListFile.Source(resource, shown(resource, composition)));
    }

    /** Returns how a list shows copies of stored records. */
    public static Exports.Shown shown(Copy copy) {
        return (scope, page) -> Future.succeededFuture(
                page.records().stream().map(record -> copy.of(scope, record)).toList());
    }

    /** Returns how a list shows composed documents. */
    public static Exports.Shown shown(Resource resource, Composition composition) {
        return (scope, page) ->
                composition.compose(scope, documents(page.records())).map(composed -> rerendered(resource, composed));
    }

    /** Returns the bytes of a stored record. Fails with 404 if the scope has no such record. */
    public Future<Buffer> stored(Scope scope, Resource resource, String id) {
        return records.get(scope, resource, id);
    }

    /** Returns a response that lists the given records, in the format of {@link #wholeList}. */
    public static ApiResponse all(Resource resource, List<ObjectNode> records) {
        return ApiResponse.ok(data(array(resource, records)));
    }

    private Endpoint listEndpoint(ListFile.Source source) {
        Resource resource = source.resource();
        Exports.Shown shown = source.shown();
        String summary = "List " + plural(resource) + ", newest first";
        return new Endpoint(HttpMethod.GET, resource.path(), summary, Endpoint.Shape.LIST, resource, request -> {
            ListFormat format = ListFormat.of(request);
            if (format != ListFormat.JSON) {
                return exports.list(request, format, resource, shown);
            }
            ListRequest list = ListRequest.parse(resource, request.parameters());
            Scope scope = request.caller().reading(list.livemode());
            return records.list(scope, list)
                    .compose(page -> shown.of(scope, page).map(written -> rendered(written, page)))
                    .map(body -> ApiResponse.ok(body).with("Vary", "Accept, Accept-Encoding"));
        });
    }

    /**
     * Returns an endpoint that lists all records at once, newest first, for resources with few records.
     *
     * @param listed returns whether the list contains a record
     */
    public Endpoint wholeList(Resource resource, Composition composition, Predicate<ObjectNode> listed) {
        String summary = "List all " + plural(resource) + ", newest first";
        return new Endpoint(HttpMethod.GET, resource.path(), summary, Endpoint.Shape.WHOLE_LIST, resource, request -> {
            request.refuseParameters();
            Scope scope = request.caller().writing();
            return readAll(scope, ListRequest.first(resource), new ArrayList<>())
                    .compose(found -> composition.compose(scope, documents(found)))
                    .map(composed -> ApiResponse.ok(data(
                            array(resource, composed.stream().filter(listed).toList()))));
        });
    }

    /** Returns a copy of an endpoint whose list has no pages that also returns CSV and NDJSON; others unchanged. */
    public Endpoint exported(Endpoint endpoint) {
        if (!endpoint.isList() || endpoint.shape() == Endpoint.Shape.LIST) {
            return endpoint;
        }
        Endpoint.Operation json = endpoint.operation();
        return endpoint.withOperation(request -> {
            ListFormat format = ListFormat.of(request);
            return format == ListFormat.JSON
                    ? json.answer(request)
                    : exports.whole(request, format, endpoint.resource(), json::answer);
        });
    }

    private Future<List<Buffer>> readAll(Scope scope, ListRequest request, List<Buffer> found) {
        return records.list(scope, request).compose(page -> {
            found.addAll(page.records());
            if (!page.more()) {
                return Future.succeededFuture(found);
            }
            return readAll(scope, request.after(RecordId.of(found.get(found.size() - 1))), found);
        });
    }

    public Endpoint get(Resource resource) {
        return get(resource, UNCHANGED).validating();
    }

    public Endpoint get(Resource resource, Copy copy) {
        return getEndpoint(resource, (scope, record) -> {
            BodyParts body =
                    new BodyParts(3).add(DATA).add(copy.of(scope, record)).add(END);
            return Future.succeededFuture(body.joined());
        });
    }

    public Endpoint composedGet(Resource resource, Composition composition) {
        return getEndpoint(
                resource,
                (scope, record) -> composition
                        .compose(scope, documents(List.of(record)))
                        .map(composed -> data(Buffer.buffer(Rendering.render(resource.fields(), composed.get(0))))));
    }

    private interface RecordBody {
        Future<Buffer> of(Scope scope, Buffer record);
    }

    private Endpoint getEndpoint(Resource resource, RecordBody body) {
        String path = resource.path() + "/{" + resource.idName() + "}";
        String summary = "Get one " + resource.noun().toLowerCase(Locale.ROOT);
        return new Endpoint(HttpMethod.GET, path, summary, Endpoint.Shape.RECORD, resource, request -> {
            String id = idAndParameters(request, resource);
            Boolean livemode = ListRequest.livemode(resource, request.parameters());
            Scope scope = request.caller().reading(livemode);
            return records.get(scope, resource, id)
                    .compose(record -> body.of(scope, record)
                            .map(shown -> ApiResponse.ok(shown).with("ETag", Etag.of(record))));
        });
    }

    /**
     * Returns an endpoint that lists the parts of a catalog record, such as the fields of a page.
     *
     * @param part the resource of the parts; its name is also the name of the list in the record
     */
    public Endpoint partList(Resource whole, Resource part) {
        String path = whole.path() + "/{" + whole.idName() + "}/" + part.name();
        String summary = "List the " + part.name() + " of one " + whole.noun().toLowerCase(Locale.ROOT);
        return new Endpoint(HttpMethod.GET, path, summary, Endpoint.Shape.WHOLE_LIST, part, request -> {
            return whole(request, whole, request.ids(whole.idName())).map(found -> {
                List<ObjectNode> all = new ArrayList<>();
                documents(List.of(found)).get(0).path(part.name()).forEach(one -> all.add((ObjectNode) one));
                return ApiResponse.ok(data(array(part, all)));
            });
        });
    }

    /** Returns an endpoint that gets one part of a catalog record. Its ETag is that of the whole record. */
    public Endpoint partGet(Resource whole, Resource part) {
        String path = whole.path() + "/{" + whole.idName() + "}/" + part.name() + "/{" + part.idName() + "}";
        String summary = "Get one " + part.noun().toLowerCase(Locale.ROOT) + " of one "
                + whole.noun().toLowerCase(Locale.ROOT);
        Endpoint.Operation found = request -> {
            List<String> ids = request.ids(whole.idName(), part.idName());
            return whole(request, whole, ids).map(stored -> {
                for (JsonNode one : documents(List.of(stored)).get(0).path(part.name())) {
                    if (one.path("id").asText().equals(ids.get(1))) {
                        return ApiResponse.part(
                                200, Buffer.buffer(Rendering.render(part.fields(), (ObjectNode) one)), stored);
                    }
                }
                throw ApiError.notFound(part.noun());
            });
        };
        return new Endpoint(HttpMethod.GET, path, summary, Endpoint.Shape.RECORD, part, found).validating();
    }

    private Future<Buffer> whole(Request request, Resource whole, List<String> ids) {
        return records.get(request.caller().writing(), whole, ids.get(0));
    }

    /** Returns the id of the path. Throws a 400 that reports an invalid id and invalid parameters together. */
    private static String idAndParameters(Request request, Resource resource) {
        List<ApiError.Problem> problems = new ArrayList<>();
        String id = null;
        try {
            id = request.id(resource.idName());
        } catch (ApiError e) {
            problems.addAll(e.problems());
        }
        try {
            ListRequest.livemode(resource, request.parameters());
        } catch (ApiError e) {
            problems.addAll(e.problems());
        }
        if (id == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return id;
    }

    private static Buffer rendered(List<Buffer> records, Page page) {
        BodyParts body = new BodyParts(2 * records.size() + 2).add(LIST);
        boolean first = true;
        for (Buffer record : records) {
            if (!first) {
                body.add(COMMA);
            }
            first = false;
            body.add(record);
        }
        return body.add("],\"total\":" + page.total() + ",\"has_more\":" + page.more() + "}")
                .joined();
    }

    private static List<Buffer> rerendered(Resource resource, List<ObjectNode> composed) {
        return composed.stream()
                .map(record -> Buffer.buffer(Rendering.render(resource.fields(), record)))
                .toList();
    }

    private static Buffer array(Resource resource, List<ObjectNode> records) {
        Buffer array = Buffer.buffer("[");
        for (int i = 0; i < records.size(); i++) {
            array.appendString(i == 0 ? "" : ",").appendBytes(Rendering.render(resource.fields(), records.get(i)));
        }
        return array.appendString("]");
    }

    private static Buffer data(Buffer json) {
        return Buffer.buffer(json.length() + 16)
                .appendBytes(DATA)
                .appendBuffer(json)
                .appendString("}");
    }

    private static List<ObjectNode> documents(List<Buffer> records) {
        List<ObjectNode> documents = new ArrayList<>(records.size());
        try {
            for (Buffer record : records) {
                documents.add((ObjectNode) MAPPER.readTree(record.getBytes()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a stored document is not JSON", e);
        }
        return documents;
    }

    private static String plural(Resource resource) {
        return resource.name().replace('-', ' ');
    }
}
