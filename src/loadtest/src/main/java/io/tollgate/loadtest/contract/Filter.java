package io.tollgate.loadtest.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A parameter of a list that compares exactly with a field of the record. */
public record Filter(String name) {
    /** Where the field has another name than the parameter. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("couponCode", "/coupon/code", "checkInStatus", "/latestCheckIn/status");

    /** By what a record is found that has no value there: who never came in is not in. */
    private static final Map<String, String> WITHOUT = Map.of("checkInStatus", "UNCHECKEDIN");

    /** The value by which a record is found, or empty where this filter does not find it. */
    public String valueIn(JsonNode document) {
        JsonNode value = document.at(ELSEWHERE.getOrDefault(name, "/" + name));
        return value.isValueNode() && !value.isNull() ? value.asText() : WITHOUT.getOrDefault(name, "");
    }
}
