package io.tollgate.sales.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.report.MeasureReader.PageName;
import io.tollgate.sales.report.MeasureReader.Sums;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Encodes the sales of a period. */
final class SalesReportCodec {
    private static final List<Field> FIGURES = List.of(
            ReportCodec.amount("gross", "What was paid, in the smallest unit of the currency."),
            ReportCodec.amount("refunded", "What was refunded."),
            ReportCodec.amount("net", "`gross` minus `refunded`. Below 0 if more was refunded than paid."),
            ReportCodec.number("orders", "Orders that were placed and are paid or payable."),
            ReportCodec.number("visits", "Views of hosted pages, in all currencies."),
            ReportCodec.number("checkouts", "Begun checkouts, including those that became orders, in all currencies."),
            ReportCodec.number("offers", "Offers after purchases that were shown, in all currencies."),
            ReportCodec.number("offersAccepted", "Those that were accepted and paid."),
            Field.number("conversion").doc("Orders in all currencies, in percent of the visits. Null without visits."));

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema("SalesReport", "Sales of a period.", fields());

    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>(ReportCodec.PERIOD);
        fields.add(Field.object("totals", FIGURES).doc("The whole period.").always());
        fields.add(Field.object("previous", FIGURES)
                .doc("As many days just before the period.")
                .always());
        fields.add(Field.list("intervals", withFirst(ReportCodec.START))
                .doc("Every interval of the period, in order.")
                .always());
        List<Field> page = new ArrayList<>(
                withFirst(Field.id("pageId").doc("Id of the page.").always()));
        page.add(1, Field.text("title").doc("Title of the page. Null if it was deleted."));
        page.add(2, Field.oneOf("type", "checkout", "event", "form").doc("Kind of the page. Null if it was deleted."));
        fields.add(Field.list("pages", page)
                .doc("The pages of the period, most gross first, at most " + SalesReport.PAGES_MAX
                        + ". Empty if the report is of one page.")
                .always());
        return fields;
    }

    private static List<Field> withFirst(Field first) {
        List<Field> all = new ArrayList<>(List.of(first));
        all.addAll(FIGURES);
        return all;
    }

    private SalesReportCodec() {}

    static Buffer encode(ReportRequest asked, ReportPeriod period, SalesReport report) {
        ObjectNode encoded = ReportCodec.begin(asked, period, report.currency(), report.currencies());
        String currency = report.currency() == null ? "" : report.currency();
        put(encoded.putObject("totals"), report.totals(), currency);
        put(encoded.putObject("previous"), report.previous(), currency);
        ArrayNode intervals = encoded.putArray("intervals");
        report.intervals()
                .forEach(interval -> put(
                        intervals
                                .addObject()
                                .put("start", interval.range().start().toString()),
                        interval.sums(),
                        currency));
        ArrayNode pages = encoded.putArray("pages");
        report.pages().forEach(page -> {
            PageName name = page.name();
            ObjectNode row = pages.addObject()
                    .put("pageId", page.id())
                    .put("title", name == null ? null : name.title())
                    .put("type", name == null ? null : name.type());
            put(row, page.sums(), currency);
        });
        return Buffer.buffer(encoded.toString());
    }

    private static void put(ObjectNode row, Sums sums, String currency) {
        long gross = sums.of("paid", currency);
        long refunded = sums.of("refunded", currency);
        long visits = sums.of("visits");
        row.put("gross", gross)
                .put("refunded", refunded)
                .put("net", gross - refunded)
                .put("orders", sums.of("orders", currency))
                .put("visits", visits)
                .put("checkouts", sums.of("checkouts"))
                .put("offers", sums.of("offers"))
                .put("offersAccepted", sums.of("accepted"));
        if (visits > 0) {
            row.put("conversion", ReportCodec.percentage(sums.of("orders"), visits));
        } else {
            row.putNull("conversion");
        }
    }
}
