package io.tollgate.tools.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The bytes of the files of sellers. Blocks. */
public interface SellerFiles {
    /** Returns the bytes of a file, or null if the store does not have them. */
    byte @Nullable [] read(String sellerId, String fileId) throws IOException;

    void store(String sellerId, String fileId, byte[] content) throws IOException;
}
