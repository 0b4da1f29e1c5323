package io.tollgate.sales.savedexport;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.export.ExportSource;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.savedexport.ExportFiles.Part;
import io.tollgate.sales.savedexport.ExportFiles.Stored;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Sends the files of exports to holders of signed links, part by part. */
public record ExportDownload(Database database, FileStore store, Exports exports, ExportLinks links) {
    private static final String NOUN = "File";
    private static final String ID = "[0-9a-f]{24}";

    /** Mounts the route outside the API, where no key is required. */
    public void mount(Router router) {
        Api.reading(router, ExportLinks.PATH + ":seller/:mode/:file/:name", this::content);
    }

    private Future<ApiResponse> content(Request request) {
        String seller = request.context().pathParam("seller");
        String mode = request.context().pathParam("mode");
        String id = request.context().pathParam("file");
        if (!seller.matches(ID) || !id.matches(ID) || !mode.matches("live|test")) {
            throw ApiError.notFound(NOUN);
        }
        Scope scope = new Scope(seller, mode.equals("live"));
        boolean signed = links.isValid(
                scope,
                id,
                QueryString.only(request.parameters(), "expires"),
                QueryString.only(request.parameters(), "signature"));
        if (!signed) {
            throw expired();
        }
        ExportReads reads = new ExportReads(database);
        return reads.find(scope, id, links.now()).compose(file -> {
            if (file == null || !file.name().equals(request.context().pathParam("name"))) {
                throw expired();
            }
            return reads.parts(scope, id)
                    .compose(parts -> exports.stored(request, scope, headers(file), new Parts(store, scope, parts)));
        });
    }

    private static ApiError expired() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static MultiMap headers(Stored file) {
        return MultiMap.caseInsensitiveMultiMap()
                .add("Content-Type", file.name().endsWith(".csv") ? "text/csv; charset=utf-8" : "application/x-ndjson")
                .add("Content-Disposition", "attachment; filename=\"" + file.name() + "\"")
                .add("X-Content-Type-Options", "nosniff")
                .add("Content-Security-Policy", "default-src 'none'; sandbox")
                .add("Cache-Control", "private, no-store")
                .add("X-Robots-Tag", "noindex, nofollow")
                .add("Referrer-Policy", "no-referrer");
    }

    /** The parts of a file, read one at a time. */
    private static final class Parts implements ExportSource {
        private final FileStore store;
        private final Scope scope;
        private final Deque<Part> left;

        Parts(FileStore store, Scope scope, List<Part> parts) {
            this.store = store;
            this.scope = scope;
            this.left = new ArrayDeque<>(parts);
        }

        @Override
        public Future<List<Buffer>> next() {
            Part part = left.remove();
            return store.read(scope, part.id()).map(bytes -> {
                if (bytes == null || bytes.length() != part.bytes()) {
                    throw new IllegalStateException("the file store lacks a part of an export");
                }
                return List.of(bytes);
            });
        }

        @Override
        public boolean isDone() {
            return left.isEmpty();
        }
    }
}
