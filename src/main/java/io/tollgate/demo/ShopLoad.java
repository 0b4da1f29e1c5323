package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.customer.Customers;
import io.tollgate.payment.Payments;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Writes all records of one seller, kind by kind. */
final class ShopLoad {
    private static final int PROGRESS_STEP = 256;

    private final Target target;
    private final Shop shop;
    private final Progress progress;
    private final Claims claims = new Claims();

    ShopLoad(Target target, Shop shop, Progress progress) {
        this.target = target;
        this.shop = shop;
        this.progress = progress;
    }

    void load(Book book) throws SQLException {
        customers(book);
        payments(book);
    }

    private void customers(Book book) throws SQLException {
        try (RecordCopy copy = new RecordCopy(Customers.RESOURCE, target)) {
            for (long position = 0; position < book.customers(); position++) {
                tell(book, "customers", position, book.customers());
                copy.write(book.scope(), book.buyers().record(book.buyers().at(position)));
            }
            copy.finish();
        }
    }

    private void payments(Book book) throws SQLException {
        long count = book.times().volume().payments();
        PaymentStream stream = new PaymentStream(book, book.live() ? claims : new Claims());
        try (RecordCopy copy = new RecordCopy(Payments.RESOURCE, target)) {
            for (long position = 0; stream.hasNext(); position++) {
                tell(book, "payments", position, count);
                ObjectNode record = PaymentRecords.record(stream.next());
                copy.write(book.scope(), record);
            }
            copy.finish();
        }
    }

    private void tell(Book book, String what, long done, long all) {
        if (done % PROGRESS_STEP == 0 || done == all) {
            progress.at(shop.name() + (book.live() ? " " : " test ") + what, done, all);
        }
    }

    /** What there is of everything that can run out, and what live purchases have taken of it. */
    void capacities(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO capacity (seller_id, kind, owner_id, capacity, taken) VALUES (?, ?, ?, ?, ?)")) {
            for (Offer offer : shop.offers()) {
                capacity(insert, "product", offer.productId(), offer.stock());
                for (Offer.Variant variant : offer.variants()) {
                    for (Offer.Option option : variant.options()) {
                        capacity(insert, "variant_option", option.id(), option.stock());
                    }
                }
            }
            for (EventOffer event : shop.events()) {
                capacity(insert, "event", event.pageId(), event.capacity());
                for (EventOffer.Group group : event.groups()) {
                    capacity(insert, "ticket_group", group.id(), group.capacity());
                    for (EventOffer.Type type : group.types()) {
                        capacity(insert, "ticket_type", type.id(), type.capacity());
                    }
                }
            }
            for (CouponOffer coupon : shop.coupons()) {
                capacity(insert, "coupon", coupon.id(), coupon.maxRedemptions());
            }
            insert.executeBatch();
        }
    }

    private void capacity(PreparedStatement insert, String kind, String ownerId, @Nullable Integer capacity)
            throws SQLException {
        insert.setString(1, shop.id());
        insert.setString(2, kind);
        insert.setString(3, ownerId);
        insert.setObject(4, capacity, Types.INTEGER);
        insert.setInt(5, claims.taken(ownerId));
        insert.addBatch();
    }
}
