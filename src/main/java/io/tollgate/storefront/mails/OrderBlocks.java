package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Kind;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.pricing.Line;
import io.tollgate.sales.invoice.InvoiceLineNames;
import io.tollgate.sales.ticket.TicketPdfTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the parts of messages that show an order: its lines, the event, addresses and answers. */
record OrderBlocks(SubjectRecords records, MailTexts texts) {
    /** The type of lines that have no amount if they add nothing to the price. */
    private static final String OPTION = Line.Kind.VARIANT_OPTION.wire();

    private ContentNode charge() {
        return records.charge();
    }

    private String money(long amount) {
        return texts.money(amount, charge().text("currency"));
    }

    /** Returns the lines of the order with its discounts, fees, taxes and total. */
    Block amounts() {
        ContentNode invoice = records.invoice();
        List<Row> rows = new ArrayList<>();
        for (ContentNode line : invoice.list("lineItems")) {
            String name = InvoiceLineNames.of(texts::label, line.text("name"));
            boolean included = line.text("type").equals(OPTION) && line.amount("amount") == 0;
            String amount = included ? "" : money(line.amount("amount"));
            rows.add(new Row(texts.times(line.amount("quantity"), name), amount));
        }
        if (rows.isEmpty()) {
            rows.add(new Row(records.title(), money(charge().amount("amount"))));
        }
        discounts(invoice, rows);
        for (ContentNode fee : invoice.list("fees")) {
            rows.add(new Row(InvoiceLineNames.of(texts::label, fee.text("name")), money(fee.amount("amount"))));
        }
        total(invoice, rows);
        if (charge().amount("amountRefunded") != 0) {
            rows.add(new Row(texts.label("amountRefunded"), money(-charge().amount("amountRefunded"))));
        }
        if (charge().amount("amountPaid") != 0) {
            rows.add(new Row(texts.label("amountPaid"), money(charge().amount("amountPaid"))));
        }
        // Nobody owes the amount of a cart.
        if (charge().amount("amountDue") != 0 && !charge().text("status").equals("draft")) {
            rows.add(new Row(texts.label("amountDue"), money(charge().amount("amountDue")), true));
        }
        return Block.rows(Kind.AMOUNTS, texts.text("summary"), rows);
    }

    /** Adds the tax and the total. Tax that the prices include follows the total, because it is not added to them. */
    private void total(ContentNode invoice, List<Row> rows) {
        long tax = charge().amount("taxAmount");
        long total = charge().amount("amount");
        long added = invoice.list("lineItems").isEmpty() ? 0 : total - beforeTax(invoice);
        List<ContentNode> rates = charge().list("taxRates");
        String name = rates.size() == 1 && rates.get(0).has("displayName")
                ? rates.get(0).text("displayName")
                : texts.label("tax");
        if (added != 0) {
            rows.add(new Row(name, money(added)));
        }
        rows.add(new Row(texts.label("total"), money(total), true));
        if (tax > added) {
            rows.add(new Row(texts.text("summary.included", name), money(tax - added)));
        }
    }

    /** Returns the sum of the lines above the tax. */
    private static long beforeTax(ContentNode invoice) {
        long lines = Stream.of("lineItems", "fees")
                .flatMap(list -> invoice.list(list).stream())
                .mapToLong(line -> line.amount("amount"))
                .sum();
        return lines
                - invoice.amount("bulkDiscount")
                - invoice.at("coupon").amount("discount")
                - invoice.amount("complimentaryDiscountAmount");
    }

    private void discounts(ContentNode invoice, List<Row> rows) {
        if (invoice.amount("bulkDiscount") != 0) {
            rows.add(new Row(texts.label("bulkDiscount"), money(-invoice.amount("bulkDiscount"))));
        }
        ContentNode coupon = invoice.at("coupon");
        if (coupon.amount("discount") != 0) {
            String name = (texts.label("coupon") + " " + coupon.text("code")).strip();
            rows.add(new Row(name, money(-coupon.amount("discount"))));
        }
        if (invoice.amount("complimentaryDiscountAmount") != 0) {
            rows.add(new Row(texts.label("complimentary"), money(-invoice.amount("complimentaryDiscountAmount"))));
        }
    }

    /** Returns the event of a booking or ticket: title, time and place, and links to it. */
    List<Block> event() {
        ContentNode details = records.page().at("eventDetails");
        TicketPdfTimes times = TicketPdfTimes.of(details, texts.formats(), texts.locale());
        List<Row> rows = new ArrayList<>();
        add(rows, texts.label("date"), times.date());
        add(rows, texts.label("time"), times.time());
        add(rows, texts.label("place"), details.text("location"));
        String count = charge().list("tickets").stream()
                .map(type -> texts.quantity(type.amount("quantity")) + " × " + type.text("name"))
                .collect(Collectors.joining("\n"));
        add(rows, texts.text("tickets"), count);
        List<Row> links = new ArrayList<>();
        addLink(links, texts.text("event.join"), details.text("meetingLink"));
        addLink(links, texts.text("event.map"), details.text("mapsLink"));
        List<Block> blocks = new ArrayList<>();
        if (!rows.isEmpty()) {
            blocks.add(Block.rows(Kind.FACTS, records.title(), rows));
        }
        if (!links.isEmpty()) {
            blocks.add(Block.rows(Kind.LINKS, null, links));
        }
        return blocks;
    }

    private static void add(List<Row> rows, String name, String value) {
        if (!value.isBlank()) {
            rows.add(new Row(name, value));
        }
    }

    private static void addLink(List<Row> rows, String name, String url) {
        if (url.startsWith("https://") || url.startsWith("http://")) {
            rows.add(new Row(name, url));
        }
    }

    /** Returns the addresses of the order; empty without any. */
    List<Block> addresses() {
        List<Row> rows = new ArrayList<>();
        ContentNode billing = charge().at("billing");
        ContentNode shipping = charge().at("shipping");
        add(rows, texts.text("address.billing"), address(billing));
        add(rows, texts.text("address.shipping"), address(shipping));
        return rows.isEmpty() ? List.of() : List.of(Block.rows(Kind.FACTS, null, rows));
    }

    private String address(ContentNode contact) {
        ContentNode address = contact.at("address");
        if (!address.has("line1") && !address.has("city")) {
            return "";
        }
        String countryName = country(address.text("country"));
        String city = joined(" ", address.text("postalCode"), address.text("city"), address.text("state"));
        return joined(
                "\n",
                contact.text("name"),
                contact.text("companyName"),
                address.text("line1"),
                address.text("line2"),
                city,
                countryName);
    }

    private static String joined(String separator, String... parts) {
        return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(separator));
    }

    /** Returns the answers to the fields of the page, without those that name the buyer; empty without any. */
    List<Block> answers() {
        List<Row> rows = new ArrayList<>();
        for (ContentNode field : records.record().list("fields")) {
            boolean name = field.text("type").equals("name") && isOf("customerName", field);
            if (name || field.text("type").equals("email") && isOf("customerEmail", field)) {
                continue;
            }
            String values = field.list("values").stream()
                    .map(value -> value.node().asText(""))
                    .collect(Collectors.joining(", "));
            add(rows, field.text("label"), values.isEmpty() ? answer(field) : values);
        }
        return rows.isEmpty() ? List.of() : List.of(Block.rows(Kind.FACTS, texts.text("answers"), rows));
    }

    /** Returns an answer as readers of the language write it. */
    private String answer(ContentNode field) {
        String value = field.text("value");
        return switch (field.text("element")) {
            case "checkbox" ->
                value.equals("TRUE")
                        ? texts.text("answer.yes")
                        : value.equals("FALSE") ? texts.text("answer.no") : value;
            case "country" -> country(value);
            default -> value;
        };
    }

    /** Returns the name of a country for its code; other texts as they are. */
    private String country(String code) {
        return code.matches("[A-Z]{2}")
                ? new Locale.Builder().setRegion(code).build().getDisplayCountry(Locale.forLanguageTag(texts.tag()))
                : code;
    }

    private boolean isOf(String customerField, ContentNode field) {
        return charge().text(customerField).equals(field.text("value"));
    }
}
