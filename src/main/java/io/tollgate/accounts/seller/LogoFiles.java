package io.tollgate.accounts.seller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** The uploaded images from which a seller chooses its logo. */
public interface LogoFiles {
    /**
     * Returns the image whose id a field of the body contains. Locks the file, so that it is not deleted before the
     * write commits. Returns null and records a problem of the field if the seller has no such image.
     */
    Future<@Nullable ObjectNode> find(WriteContext write, Input input, String field);
}
