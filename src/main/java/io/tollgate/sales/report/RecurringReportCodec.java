package io.tollgate.sales.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.report.RecurringReport.State;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Encodes the recurring revenue of a period. */
final class RecurringReportCodec {
    static final Endpoint.Schema SCHEMA =
            new Endpoint.Schema("RecurringRevenueReport", "What subscriptions charge in an average month.", fields());

    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>(ReportCodec.PERIOD);
        fields.add(Field.object("start", amount(), subscribers())
                .doc("At the beginning of the first day.")
                .always());
        fields.add(Field.object("end", amount(), subscribers())
                .doc("At the end of the last day.")
                .always());
        fields.add(started());
        fields.add(ended());
        fields.add(Field.number("churn")
                .doc("Subscriptions that ended, in percent of those at the start and those that started. Null without "
                        + "any."));
        fields.add(Field.list("intervals", ReportCodec.START, amount(), subscribers(), started(), ended())
                .doc("Every interval of the period, in order; revenue and subscribers at its end.")
                .always());
        return fields;
    }

    private static Field amount() {
        return ReportCodec.amount(
                "recurringRevenue",
                "What active subscriptions without a fixed end charge in an average month, in the smallest unit of the "
                        + "currency. Daily amounts count 365/12 times, weekly 365/84 times, yearly 1/12 times.");
    }

    private static Field subscribers() {
        return ReportCodec.number("subscribers", "Active subscriptions without a fixed end, also past due.");
    }

    private static Field started() {
        return ReportCodec.number("started", "Subscriptions without a fixed end that were bought.");
    }

    private static Field ended() {
        return ReportCodec.number("ended", "Subscriptions without a fixed end that were canceled or given up.");
    }

    private RecurringReportCodec() {}

    static Buffer encode(ReportRequest asked, ReportPeriod period, RecurringReport report) {
        ObjectNode encoded = ReportCodec.begin(asked, period, report.currency(), report.currencies());
        put(encoded.putObject("start"), report.start());
        put(encoded.putObject("end"), report.end());
        encoded.put("started", report.started()).put("ended", report.ended());
        long had = report.start().subscribers() + report.started();
        if (had > 0) {
            encoded.put("churn", ReportCodec.percentage(report.ended(), had));
        } else {
            encoded.putNull("churn");
        }
        ArrayNode intervals = encoded.putArray("intervals");
        report.intervals().forEach(interval -> {
            ObjectNode row =
                    intervals.addObject().put("start", interval.range().start().toString());
            put(row, interval.end());
            row.put("started", interval.started()).put("ended", interval.ended());
        });
        return Buffer.buffer(encoded.toString());
    }

    private static void put(ObjectNode row, State state) {
        row.put("recurringRevenue", state.revenue()).put("subscribers", state.subscribers());
    }
}
