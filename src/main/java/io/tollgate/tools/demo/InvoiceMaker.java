package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.tollgate.sales.purchase.InvoiceWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Generates the invoices of charges, and numbers them without gaps in order of creation. */
final class InvoiceMaker {
    private final PurchasePlan plan;
    private final Map<Integer, Integer> issued = new HashMap<>();

    InvoiceMaker(PurchasePlan plan) {
        this.plan = plan;
    }

    ObjectNode next(Charge charge) {
        Instant issuedAt = ChargeMaker.invoicedAt(charge);
        DemoRandom random =
                new DemoRandom(plan.seed(), 0x1bf0, charge.purchase().id().hashCode());
        boolean old = plan.now() - issuedAt.toEpochMilli() > 60 * Millis.DAY;
        InvoiceStatus status = charge.status() == ChargeStatus.UNPAID && old && random.percent(30)
                ? InvoiceStatus.UNCOLLECTIBLE
                : InvoiceStatus.of(charge.status());
        InvoiceWriter.Issue issue = new InvoiceWriter.Issue(
                status, status == InvoiceStatus.DRAFT ? null : number(issuedAt), random.uuid(), issuedAt);
        return InvoiceWriter.write(charge, issue, plan.shop().details());
    }

    private String number(Instant issuedAt) {
        int year = Millis.year(issuedAt.toEpochMilli());
        int number = issued.merge(year, 1, Integer::sum);
        // From a million invoices a year, numbers have more digits.
        String digits = Integer.toString(number);
        return year + "-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    }
}
