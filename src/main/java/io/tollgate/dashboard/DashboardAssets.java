package io.tollgate.dashboard;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.http.StaticFile;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The styles and the scripts of the dashboard. Their addresses change with their content, so browsers keep them. */
public final class DashboardAssets {
    private static final int FINGERPRINT_BYTES = 6;
    private static final Map<String, String> KEPT = Map.of("Cache-Control", "public, max-age=31536000, immutable");
    private static final Asset STYLES = Asset.of("dashboard.css", "text/css; charset=utf-8");
    private static final Asset SCRIPT = Asset.of("dashboard.js", "text/javascript; charset=utf-8");

    private static final Asset DOOR = Asset.of("door.js", "text/javascript; charset=utf-8");
    private static final Asset PASSKEYS = Asset.of("passkeys.js", "text/javascript; charset=utf-8");

    private record Asset(String path, StaticFile file) {
        static Asset of(String name, String type) {
            byte[] bytes = StaticFile.read("/dashboard/" + name);
            String fingerprint = HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, FINGERPRINT_BYTES);
            return new Asset(Dashboard.PATH + "/-/" + fingerprint + "/" + name, StaticFile.of(type, bytes));
        }
    }

    private DashboardAssets() {}

    /** Returns the path of the styles. Templates call it. */
    public static String styles() {
        return STYLES.path();
    }

    /** Returns the path of the script. Templates call it. */
    public static String script() {
        return SCRIPT.path();
    }

    /** Returns the path of the script that reads codes of tickets with the camera. Templates call it. */
    public static String door() {
        return DOOR.path();
    }

    /** Returns the path of the script of pages with passkeys. Templates call it. */
    public static String passkeys() {
        return PASSKEYS.path();
    }

    static void mount(Router router) {
        for (Asset asset : List.of(STYLES, SCRIPT, DOOR, PASSKEYS)) {
            router.route(asset.path())
                    .method(HttpMethod.GET)
                    .method(HttpMethod.HEAD)
                    .handler(ctx -> asset.file().send(ctx, KEPT));
        }
    }
}
