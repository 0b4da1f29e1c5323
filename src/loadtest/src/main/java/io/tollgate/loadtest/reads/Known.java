package io.tollgate.loadtest.reads;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.contract.Listing;
import java.io.IOException;

/** A record as a list showed it. */
record Known(Listing listing, String id, byte[] json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode document() {
        return parse(json);
    }

    static JsonNode parse(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw Fault.error("a record that is no JSON");
        }
    }
}
