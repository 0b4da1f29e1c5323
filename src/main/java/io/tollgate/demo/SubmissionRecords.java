package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Makes the submissions of one seller and mode. */
final class SubmissionRecords {
    private final Book book;
    private final List<FormOffer> forms;

    SubmissionRecords(Book book) {
        this.book = book;
        this.forms = book.shop().forms().stream()
                .filter(form -> form.testmode() != book.live())
                .toList();
    }

    ObjectNode at(long position) {
        Chance chance = new Chance(book.seed(), 0x5b31, position);
        long time = book.times().submission(position);
        FormOffer form = chance.pick(forms);
        Buyer buyer = book.buyerAt(time, chance);
        ObjectNode record = Json.of(
                "id", book.ids(IdMaker.Kind.SUBMISSION).id(time, position),
                "status", chance.percent(94) ? "succeeded" : "failed",
                "sellerId", book.scope().sellerId(),
                "pageId", form.pageId(),
                "customerId", buyer.id(),
                "customerEmail", buyer.email(),
                "customerName", buyer.name(),
                "formTitle", form.title(),
                "billing", buyer.billing(),
                "shipping", chance.percent(10) ? buyer.shipping() : null,
                "fields", Questions.answers(form.questions(), buyer, chance),
                "livemode", book.live(),
                "locale", form.locale(),
                "pageSlug", form.slug(),
                "createdAt", Moments.iso(time),
                "updatedAt", Moments.iso(time));
        ChargeRecords.visit(record, book, buyer, chance);
        return record;
    }
}
