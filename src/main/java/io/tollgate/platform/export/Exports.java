package io.tollgate.platform.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Gzip;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Page;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends lists as CSV and NDJSON, and archives. */
public final class Exports {
    /** The content type of archives. */
    public static final String ARCHIVE_TYPE = "application/zip";

    private final Records records;
    private final ExportSlots slots;
    private final Clock clock;
    private final CsvTexts texts;
    private final Map<String, AnswerSource> answers;

    /** @param answers where the answers in the records of a list come from, by the path of the list */
    public Exports(Records records, ExportSlots slots, Clock clock, CsvTexts texts, Map<String, AnswerSource> answers) {
        this.records = records;
        this.slots = slots;
        this.clock = clock;
        this.texts = texts;
        this.answers = Map.copyOf(answers);
    }

    /** Returns the records of a page as the JSON list shows them. */
    public interface Shown {
        Future<List<Buffer>> of(Scope scope, Page page);
    }

    /** Handles a request. */
    public interface Answer {
        Future<ApiResponse> to(Request request);
    }

    private record Export(ListFormat format, Resource resource, Scope scope, ExportOptions options) {}

    /** Returns the response to a request for a list with pages. */
    public Future<ApiResponse> list(Request request, ListFormat format, Resource resource, Shown shown) {
        ExportOptions options = ExportOptions.parse(request, format, true);
        ListRequest list = parse(resource, options);
        Scope scope = request.caller().reading(list.livemode());
        Export export = new Export(format, resource, scope, options);
        return send(request, export, list, new ExportWalk(records, scope, list, options.limit(), shown));
    }

    /** Reports the problems of options and filters together. */
    private static ListRequest parse(Resource resource, ExportOptions options) {
        List<ApiError.Problem> problems = new ArrayList<>();
        ListRequest list = ListRequest.first(resource);
        try {
            list = ListRequest.parse(resource, options.others());
        } catch (ApiError e) {
            problems.addAll(e.problems());
        }
        if (list.backwards() && options.limited() && options.limit() > ListRequest.LIMIT_MAX) {
            problems.add(new ApiError.Problem(
                    "limit",
                    "must be at most " + ListRequest.LIMIT_MAX + " together with ending_before",
                    Integer.toString(options.limit())));
        }
        options.check(problems);
        return list;
    }

    /**
     * Returns the response to a request for a list without pages.
     *
     * @param json returns all records in the field {@code data}
     */
    public Future<ApiResponse> whole(Request request, ListFormat format, Resource resource, Answer json) {
        ExportOptions options = ExportOptions.parse(request, format, false);
        options.check(List.of());
        Export export = new Export(format, resource, request.caller().writing(), options);
        return json.to(request.withParameters(options.others()))
                .compose(answer ->
                        send(request, export, ListRequest.first(resource), ExportSource.of(data(answer.body()))));
    }

    private static List<Buffer> data(Buffer json) {
        List<Buffer> all = new ArrayList<>();
        for (JsonNode record : StoredJson.parse(json).get("data")) {
            all.add(Buffer.buffer(record.toString()));
        }
        return all;
    }

    /**
     * Returns the response with a ZIP file that is made while it is sent.
     *
     * @param name of the file
     */
    public Future<ApiResponse> archive(Request request, Scope scope, String name, List<ArchiveSection> sections) {
        boolean head = admit(request, scope);
        Archive archive = new Archive(sections);
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("Content-Type", ARCHIVE_TYPE)
                .add("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .add("X-Content-Type-Options", "nosniff");
        return begin(request, archive, archive, false, head).map(sender -> ApiResponse.streamed(headers, sender));
    }

    private Future<ApiResponse> send(Request request, Export export, ListRequest list, ExportSource source) {
        boolean head = admit(request, export.scope);
        boolean compressed = Gzip.isAcceptedBy(request.context().request());
        return texts.zones()
                .apply(export.scope.sellerId())
                .compose(zone -> encoder(export, list, zone)
                        .compose(encoder -> begin(request, source, encoder, compressed, head))
                        .map(sender -> ApiResponse.streamed(headers(export, zone, compressed), sender)));
    }

    /**
     * Takes a slot until the request ends.
     *
     * @return whether only the headers are wanted, for which no slot is needed
     */
    private boolean admit(Request request, Scope scope) {
        RoutingContext ctx = request.context();
        if (ctx.request().version() == HttpVersion.HTTP_1_0) {
            throw ApiError.malformed(
                    "Exports need HTTP/1.1: with HTTP/1.0, a client cannot tell part of a file from a whole one");
        }
        boolean head = ctx.request().method().equals(HttpMethod.HEAD);
        if (!head) {
            Runnable release = slots.take(scope.sellerId());
            ctx.addEndHandler(ended -> release.run());
        }
        return head;
    }

    private Future<ExportSender> begin(
            Request request, ExportSource source, ExportEncoder encoder, boolean compressed, boolean head) {
        ExportSender sender = new ExportSender(
                request.context(), source, encoder, slots.settings().readTimeoutMillis(), compressed && !head);
        return head ? Future.succeededFuture(sender) : sender.begin();
    }

    private MultiMap headers(Export export, ZoneId zone, boolean compressed) {
        boolean csv = export.format == ListFormat.CSV;
        String name = name(export.resource, export.scope, export.format, LocalDate.ofInstant(clock.now(), zone));
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("Content-Type", export.format.mediaType() + (csv ? "; charset=utf-8" : ""))
                .add("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .add("X-Content-Type-Options", "nosniff")
                .add("Vary", "Accept, Accept-Encoding");
        return compressed ? headers.add("Content-Encoding", "gzip") : headers;
    }

    private static String name(Resource resource, Scope scope, ListFormat format, LocalDate day) {
        String mode = resource.recorded() && !scope.live() ? "-test" : "";
        return resource.name() + mode + "-" + day + (format == ListFormat.CSV ? ".csv" : ".ndjson");
    }

    /** Returns the time zone of a seller. */
    public Future<ZoneId> zone(String sellerId) {
        return texts.zones().apply(sellerId);
    }

    /**
     * Opens a list whose bytes are the same as those of the request for it.
     *
     * @param now names the day in the name of the file
     * @param after the last record that was read before; null to begin
     * @throws ApiError 400 with the problems of the options
     */
    public Future<ListFile> open(
            Scope scope, ListFile.Source source, ListFile.Options options, Instant now, @Nullable String after) {
        ListRequest list = ListRequest.parse(source.resource(), options.filters());
        ListRequest rest = after == null ? list : list.after(after);
        Export export = new Export(options.format(), source.resource(), scope, options.parsed());
        return zone(scope.sellerId())
                .compose(zone -> encoder(export, list, zone)
                        .map(encoder -> new ListFile(
                                name(source.resource(), scope, options.format(), LocalDate.ofInstant(now, zone)),
                                encoder,
                                new ExportWalk(records, scope, rest, Integer.MAX_VALUE, source.shown()))));
    }

    /** Returns the response with a stored file, whose parts are read while it is sent. */
    public Future<ApiResponse> stored(Request request, Scope scope, MultiMap headers, ExportSource parts) {
        boolean head = admit(request, scope);
        return begin(request, parts, ExportEncoder.PIECES, false, head)
                .map(sender -> ApiResponse.streamed(headers, sender));
    }

    private Future<ExportEncoder> encoder(Export export, ListRequest list, ZoneId zone) {
        if (export.format != ListFormat.CSV) {
            return Future.succeededFuture(ExportEncoder.LINES);
        }
        AnswerSource source = answers.get(export.resource.path());
        Future<@Nullable AnswerColumns> columns = source == null
                ? Future.succeededFuture()
                : AnswerColumns.load(records, export.scope, source.pages(), list)
                        .map(loaded -> loaded);
        return columns.map(loaded -> {
            ExportOptions options = export.options;
            CsvLayout layout = CsvLayout.of(export.resource.fields(), loaded, options.columns());
            options.check(layout.problems());
            return new CsvEncoder(
                    new CsvEncoder.Dialect(texts, zone, options.delimiter(), options.bom()),
                    layout,
                    orders(export, source));
        });
    }

    private CsvEncoder.Orders orders(Export export, @Nullable AnswerSource source) {
        Resource orders = source == null ? null : source.orders();
        String id = source == null ? null : source.orderId();
        if (orders == null || id == null) {
            return CsvEncoder.Orders.NONE;
        }
        CsvReading ids = new CsvReading(List.of(id), new FormulaGuard(export.options.delimiter()));
        return listed -> {
            List<Future<Buffer>> all = new ArrayList<>();
            listed.forEach(record -> all.add(order(export.scope, orders, ids.read(record)[0])));
            return Future.all(all).map(done -> all.stream().map(Future::result).toList());
        };
    }

    /** Equal requests within one event loop iteration share a read. */
    private Future<Buffer> order(Scope scope, Resource orders, @Nullable String id) {
        return id == null
                ? Future.succeededFuture(Buffer.buffer())
                : ApiError.orIfNotFound(records.get(scope, orders, id), Buffer.buffer());
    }
}
