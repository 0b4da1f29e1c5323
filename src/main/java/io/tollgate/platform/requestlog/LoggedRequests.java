package io.tollgate.platform.requestlog;

import static io.tollgate.platform.schema.Field.any;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.texts;

import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import java.util.List;

/** The request log of a seller: one entry for each call of the API, also by an agent. */
public final class LoggedRequests {
    /** Stands for a value that the log does not show. */
    static final String REDACTED = "[redacted]";

    /** The status of a call whose client closed the connection before the response ended. */
    static final int CLIENT_CLOSED = 499;

    /** The maximum length of a body in the log, in bytes. */
    static final int BODY_BYTES_MAX = 16 * 1024;

    /** The maximum number of parameters of an error in the log. */
    static final int PARAMETERS_MAX = 20;

    static final String REQUEST_ID_PREFIX = "req_";
    static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PATCH", "DELETE");
    static final String OTHER_METHOD = "OTHER";

    private static final Field STATUS = integer("status")
            .doc("HTTP status of the response. " + CLIENT_CLOSED + ": the client closed the connection before.")
            .always();

    private LoggedRequests() {}

    public static final Resource RESOURCE = Resource.at("/v1/request-log")
            .noun("Request log entry")
            .idName("entryId")
            .table("request_log")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID.doc("Unique identifier: the 24 digits of the `requestId`."),
                    CommonFields.SELLER_ID,
                    text("requestId")
                            .doc("`Request-Id` of the response, which the body of an error names too.")
                            .always(),
                    oneOf("method", "GET", "HEAD", "POST", "PATCH", "DELETE", OTHER_METHOD)
                            .doc("HTTP method.")
                            .always(),
                    text("path")
                            .doc("Path of the endpoint, with the names of ids in braces. Null if no endpoint has the "
                                    + "path that was requested.")
                            .example("/v1/payments/{paymentId}"),
                    text("requestedPath")
                            .doc("The same path with the ids of the request. Parameters that are no ids stay names.")
                            .example("/v1/payments/65f0c0ffee0123456789abcd"),
                    list(
                                    "query",
                                    text("name").doc("Name of the parameter.").always(),
                                    text("value")
                                            .doc("Value of the parameter, or `" + REDACTED + "` if it could be a text "
                                                    + "about a person.")
                                            .always())
                            .doc("The query parameters in their order."),
                    STATUS,
                    oneOf("statusClass", "2xx", "3xx", "4xx", "5xx")
                            .doc("First digit of the status.")
                            .always(),
                    text("errorCode")
                            .doc("`code` of the error. Null without one.")
                            .example("validation_failed"),
                    texts("parameters").doc("Names of the parameters that the error rejects."),
                    number("durationMillis")
                            .doc("Milliseconds from the arrival of the request to the end of the response.")
                            .always(),
                    id("keyId").doc("Id of the API key.").always(),
                    oneOf("source", "api", "mcp")
                            .doc("`mcp` for a tool call of an agent: then the entry describes the endpoint of the "
                                    + "tool and its response.")
                            .always(),
                    text("address").doc("Address of the client. Null if it is unknown."),
                    text("userAgent").doc("`User-Agent` of the client, shortened. Null without one."),
                    id("recordId")
                            .doc("Id of the record in the response or, without one, the last id in the path. Null "
                                    + "without either."),
                    any("body")
                            .personal()
                            .doc("Body of a write, in which secrets, values about persons and free text of orders are "
                                    + "replaced by `" + REDACTED + "`. Null for a read, a file, a body that is not "
                                    + "valid JSON, and one that is longer than 16 KiB."),
                    integer("bodyBytes").doc("Length of the body that was sent. Null for a read."),
                    CommonFields.LIVEMODE.doc("Mode of the key."),
                    CommonFields.CREATED_AT.doc("Time of the request."))
            .counted("method", "path", "status", "statusClass", "errorCode", "keyId")
            .ofId("requestId", REQUEST_ID_PREFIX)
            .indexed("recordId")
            .createdBounds()
            .withoutLookup()
            .build();

    /** Returns the id of the entry of a request. */
    static String entryId(String requestId) {
        return requestId.startsWith(REQUEST_ID_PREFIX) ? requestId.substring(REQUEST_ID_PREFIX.length()) : requestId;
    }
}
