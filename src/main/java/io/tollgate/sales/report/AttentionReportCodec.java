package io.tollgate.sales.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.report.AttentionReport.Item;
import io.tollgate.sales.report.AttentionReport.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.List;

/** Encodes what needs the seller's attention. */
final class AttentionReportCodec {
    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "AttentionReport",
            "What needs the seller's attention.",
            List.of(Field.list(
                            "items",
                            Field.oneOf(
                                            "type",
                                            Arrays.stream(Kind.values())
                                                    .map(Kind::wire)
                                                    .toArray(String[]::new))
                                    .doc("What needs attention.")
                                    .always(),
                            Field.text("message")
                                    .doc("A sentence for people.")
                                    .example("Disputes need a response at the payment processor.")
                                    .always(),
                            ReportCodec.number(
                                    "count", "Number of records, counted up to " + AttentionReport.COUNT_MAX + "."),
                            Field.text("recordId")
                                    .doc("Id of the record, or of one of them: of a refund or dispute, the id of the "
                                            + "payment, booking or subscription payment.")
                                    .always())
                    .doc("Most urgent first. Empty if nothing needs attention.")
                    .always()));

    private AttentionReportCodec() {}

    static Buffer encode(List<Item> items) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = report.putArray("items");
        items.forEach(item -> rows.addObject()
                .put("type", item.kind().wire())
                .put("message", item.kind().message())
                .put("count", item.count())
                .put("recordId", item.recordId()));
        return Buffer.buffer(report.toString());
    }
}
