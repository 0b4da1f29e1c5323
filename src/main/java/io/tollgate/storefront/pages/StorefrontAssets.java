package io.tollgate.storefront.pages;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.http.StaticFile;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The styles and scripts of hosted pages. Their addresses change with their content, so browsers keep them. */
public final class StorefrontAssets {
    private static final int FINGERPRINT_BYTES = 6;
    private static final List<String> NAMES = List.of("page.css", "page.js", "payment.js", "wait.js", "frame.js");
    private static final Map<String, String> KEPT = Map.of("Cache-Control", "public, max-age=31536000, immutable");
    private static final Map<String, Asset> ASSETS = read();

    /** A file and its address. */
    private record Asset(String path, StaticFile file) {}

    private StorefrontAssets() {}

    private static Map<String, Asset> read() {
        Map<String, Asset> assets = new LinkedHashMap<>();
        for (String name : NAMES) {
            byte[] bytes = StaticFile.read("/storefront/" + name);
            String print = HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, FINGERPRINT_BYTES);
            String type = name.endsWith(".css") ? "text/css" : "text/javascript";
            assets.put(name, new Asset("/s/-/" + print + "/" + name, StaticFile.of(type + "; charset=utf-8", bytes)));
        }
        return assets;
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
                        .handler(ctx -> asset.file().send(ctx, KEPT)));
    }
}
