package io.tollgate.platform.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Reports;

/**
 * Events about records that no resource declares.
 *
 * @param schema of the record in their data
 * @param example of such a record
 * @param logged whether they are in the feed
 */
public record EventPayload(Reports reports, Endpoint.Schema schema, JsonNode example, boolean logged) {}
