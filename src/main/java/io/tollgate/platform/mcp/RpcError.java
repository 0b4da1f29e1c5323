package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** An error of the protocol, which the response reports as such. Errors of tools are results instead. */
final class RpcError extends RuntimeException {
    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private static final long serialVersionUID = 1;

    private final int status;
    private final int code;
    private final transient @Nullable JsonNode data;

    /**
     * @param status the HTTP status
     * @param data null without details
     */
    RpcError(int status, int code, String message, @Nullable JsonNode data) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.data = data;
    }

    RpcError(int status, int code, String message) {
        this(status, code, message, null);
    }

    int status() {
        return status;
    }

    int code() {
        return code;
    }

    @Nullable
    JsonNode data() {
        return data;
    }
}
