package io.tollgate.dashboard;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.server.FailureHandler;
import io.vertx.ext.web.RoutingContext;

/** Shows failures as pages. */
final class DashboardFailures {
    private DashboardFailures() {}

    static void show(RoutingContext ctx) {
        if (ctx.response().headWritten() || ctx.response().ended()) {
            FailureHandler.handle(ctx);
            return;
        }
        ApiError error = FailureHandler.error(ctx);
        DashboardNotice view = new DashboardNotice(
                heading(error.status()),
                text(error),
                Dashboard.PATH,
                "Go to the dashboard",
                error.status() >= 500 ? RequestId.of(ctx) : null);
        error.headers().forEach((name, value) -> ctx.response().putHeader(name, value));
        DashboardRenderer.send(ctx, error.status(), "notice", view);
    }

    private static String heading(int status) {
        return switch (status) {
            case 403 -> "Not allowed";
            case 404 -> "Page not found";
            case 429, 503 -> "Please try again";
            case 500 -> "Something went wrong";
            default -> "The request is invalid";
        };
    }

    private static String text(ApiError error) {
        return switch (error.status()) {
            case 404 -> "The page does not exist, or it belongs to another account.";
            case 429 -> "There were too many requests. Wait a moment and load the page again.";
            case 503 -> "Tollgate is busy. Load the page again in a moment.";
            case 500 -> "The fault is ours. It was logged.";
            default -> String.valueOf(error.getMessage());
        };
    }
}
