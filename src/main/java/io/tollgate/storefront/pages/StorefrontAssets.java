package io.tollgate.storefront.pages;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.http.StaticBody;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The styles and scripts of hosted pages. Their addresses change with their content, so browsers keep them. */
public final class StorefrontAssets {
    private static final int FINGERPRINT_BYTES = 6;
    private static final List<String> NAMES = List.of("page.css", "page.js", "payment.js", "wait.js", "frame.js");
    private static final Map<String, Asset> ASSETS = read();

    /** A file and its address. */
    private record Asset(String path, String type, StaticBody body) {}

    private StorefrontAssets() {}

    private static Map<String, Asset> read() {
        Map<String, Asset> assets = new LinkedHashMap<>();
        for (String name : NAMES) {
            byte[] bytes = bytes(name);
            String print = HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, FINGERPRINT_BYTES);
            String type = name.endsWith(".css") ? "text/css" : "text/javascript";
            assets.put(name, new Asset("/s/-/" + print + "/" + name, type + "; charset=utf-8", new StaticBody(bytes)));
        }
        return assets;
    }

    private static byte[] bytes(String name) {
        try (InputStream file = StorefrontAssets.class.getResourceAsStream("/storefront/" + name)) {
            if (file == null) {
                throw new IllegalStateException("storefront/" + name + " is missing");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Returns the path of an asset. Templates call it. */
    public static String path(String name) {
        Asset asset = ASSETS.get(name);
        if (asset == null) {
            throw new IllegalArgumentException("no asset " + name);
        }
        return asset.path();
    }

    static void mount(Router router) {
        ASSETS.values()
                .forEach(asset -> router.route(asset.path())
                        .method(HttpMethod.GET)
                        .method(HttpMethod.HEAD)
                        .handler(ctx -> send(ctx, asset)));
    }

    private static void send(RoutingContext ctx, Asset asset) {
        boolean whole = !ctx.request().method().equals(HttpMethod.HEAD);
        StaticBody.Sending sending = whole ? asset.body().to(ctx) : null;
        ctx.response()
                .putHeader("Content-Type", asset.type())
                .putHeader("Content-Length", Integer.toString(asset.body().length()))
                .putHeader("Cache-Control", "public, max-age=31536000, immutable");
        if (sending == null) {
            ctx.response().end();
        } else {
            sending.end();
        }
    }
}
