package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.purchase.InvoiceStatus;
import io.tollgate.purchase.InvoiceWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Invoices charges, and numbers the invoices without gaps in the order of their creation. */
final class InvoiceMaker {
    private final Book book;
    private final Map<Integer, Integer> issued = new HashMap<>();

    InvoiceMaker(Book book) {
        this.book = book;
    }

    ObjectNode next(Charge charge) {
        Instant issuedAt = ChargeMaker.invoicedAt(charge);
        Chance chance = new Chance(book.seed(), 0x1bf0, charge.purchase().id().hashCode());
        boolean old = book.now() - issuedAt.toEpochMilli() > 60 * Moments.DAY;
        InvoiceStatus status = charge.status() == ChargeStatus.UNPAID && old && chance.percent(30)
                ? InvoiceStatus.UNCOLLECTIBLE
                : InvoiceStatus.of(charge.status());
        InvoiceWriter.Issue issue = new InvoiceWriter.Issue(
                status, status == InvoiceStatus.DRAFT ? null : number(issuedAt), chance.uuid(), issuedAt);
        return InvoiceWriter.write(charge, issue, book.shop().details());
    }

    private String number(Instant issuedAt) {
        int year = Moments.year(issuedAt.toEpochMilli());
        int number = issued.merge(year, 1, Integer::sum);
        // Beyond a million invoices a year, numbers grow longer.
        String digits = Integer.toString(number);
        return year + "-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    }
}
