package io.tollgate.accounts.seller;

import io.tollgate.pdf.Logo;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renders a file as documents do, before it becomes the logo. */
public record LogoCheck(Pictures pictures, PdfClient pdf) {
    private static final Logger LOG = LoggerFactory.getLogger(LogoCheck.class);

    /**
     * Returns whether a file can be rendered. Returns true for no file and for a file that the seller does not have;
     * the write rejects the latter with its own reason. Fails with 503 if the file cannot be read or rendered now.
     */
    Future<Boolean> canBeDrawn(Scope scope, @Nullable String fileId) {
        if (fileId == null) {
            return Future.succeededFuture(true);
        }
        return pictures.load(scope, fileId).recover(LogoCheck::outage).compose(held -> {
            if (held == null) {
                return Future.succeededFuture(true);
            }
            return pdf.prepare(() -> Logo.canBeDrawn(held.bytes()))
                    .onComplete(drawn -> held.release().run());
        });
    }

    private static Future<Pictures.@Nullable LoadedFile> outage(Throwable failure) {
        if (failure instanceof ApiError) {
            return Future.failedFuture(failure);
        }
        LOG.warn("A logo could not be read from the file store: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable());
    }
}
