package io.tollgate.sales.checkout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.platform.mail.ReminderRecipients;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.checkout.DraftRecordWriter.Identity;
import io.tollgate.sales.checkout.DraftStore.Saved;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.purchase.OrderIds;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Saves the carts of buyers who have entered an e-mail address but have not ordered yet, and restores them. */
public final class CartDrafts {
    /** Open drafts with one address. Further ones are not saved. */
    private static final int OPEN_MAX = 10;

    private static final String SAVES = "SELECT save_contact_details FROM seller_setting WHERE seller_id = $1";

    private final WriteExecutor writes;
    private final OrderReader orders;
    private final UploadRecords uploads;
    private final OrderIds orderIds = new OrderIds(new Codes());

    private CartDrafts(WriteExecutor writes, OrderReader orders, UploadRecords uploads) {
        this.writes = writes;
        this.orders = orders;
        this.uploads = uploads;
    }

    /** Returns the drafts of orders that these commands place. */
    public static CartDrafts of(Checkouts checkouts) {
        return new CartDrafts(checkouts.writes, checkouts.orders, checkouts.uploads);
    }

    /**
     * A cart as it is filled in.
     *
     * @param inputs the inputs of the page, which restore the cart
     * @param restoredId id of the draft that the browser has restored; null if it has restored none
     * @param limit takes from what the buyer's network may begin, when a new draft begins; false if nothing is left
     */
    public record Cart(
            String pageId,
            OrderForm form,
            String visitId,
            String inputs,
            @Nullable String restoredId,
            BooleanSupplier limit) {}

    /**
     * A draft, for its links.
     *
     * @param inputs the inputs of the page; null if the cart was ordered or has expired
     */
    public record Draft(String pageId, @Nullable String inputs) {}

    /**
     * Saves a cart. Does nothing without an e-mail address or a price, if the seller saves no carts, or if the buyer
     * has just ordered.
     */
    public Future<Void> save(Scope scope, Cart cart) {
        return writes.run(
                scope,
                write -> saves(write)
                        .compose(saves -> saves
                                ? OpenCheckouts.serialize(write, "cart " + cart.visitId())
                                        .compose(alone -> read(write, cart))
                                : Future.succeededFuture()));
    }

    private static Future<Boolean> saves(WriteContext write) {
        return write.transaction()
                .preparedQuery(SAVES)
                .execute(Tuple.of(write.scope().sellerId()))
                .map(rows -> rows.size() > 0 && rows.iterator().next().getBoolean(0));
    }

    private Future<Void> read(WriteContext write, Cart cart) {
        return orders.read(write, cart.pageId(), cart.form(), new ArrayList<>()).compose(order -> {
            order.requireSelling(write.scope());
            PageOrder.Priced priced = order.price(new ArrayList<>());
            // Answers may be missing or invalid: the buyer has not finished.
            Answers answers = Answers.of(order.page().fields(), cart.form().answers(), new ArrayList<>())
                    .withoutFiles();
            String email = answers.ofType("email");
            return priced == null || email == null
                    ? Future.succeededFuture()
                    : save(write, cart, new PageOrder.Placed(priced, answers), email);
        });
    }

    private Future<Void> save(WriteContext write, Cart cart, PageOrder.Placed placed, String email) {
        Saved saved = new Saved(OrderCodec.kind(placed.priced()), cart.pageId(), cart.visitId(), email, cart.inputs());
        return DraftStore.lockOfVisit(write, cart.pageId(), cart.visitId(), cart.restoredId())
                .compose(draft -> {
                    if (draft == null) {
                        return begin(write, cart, saved, placed);
                    }
                    return isSame(draft, saved)
                            ? hold(write, cart).compose(held -> change(write, draft, saved, placed))
                            : expire(write, draft).compose(expired -> begin(write, cart, saved, placed));
                });
    }

    /** Keeps the uploads of a cart. They become files of the seller with the purchase, whose record names them. */
    private Future<Void> hold(WriteContext write, Cart cart) {
        return uploads.hold(
                write,
                cart.form().answers().stream()
                        .map(SubmittedAnswer::files)
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .toList());
    }

    /** Returns whether a draft continues. The links of a reminder stay those of the address that received it. */
    private static boolean isSame(CartDraft draft, Saved saved) {
        return draft.kind().equals(saved.kind())
                && (draft.status() == CartDraft.Status.OPEN || draft.email().equalsIgnoreCase(saved.email()));
    }

    private Future<Void> begin(WriteContext write, Cart cart, Saved saved, PageOrder.Placed placed) {
        return mayBegin(write, cart, saved)
                .compose(may -> may
                        ? hold(write, cart)
                                .compose(held -> orderIds.next(write.transaction(), write.scope()))
                                .compose(orderId -> begin(write, saved, placed, orderId))
                        : Future.succeededFuture());
    }

    private static Future<Boolean> mayBegin(WriteContext write, Cart cart, Saved saved) {
        return DraftStore.count(write, saved.email())
                .compose(open -> open >= OPEN_MAX
                        ? Future.succeededFuture(true)
                        : DraftPurchases.hasJustBought(write, saved.email(), saved.pageId()))
                .map(needless -> !needless && cart.limit().getAsBoolean());
    }

    private static Future<Void> begin(WriteContext write, Saved saved, PageOrder.Placed placed, String orderId) {
        Identity identity = new Identity(write.newId(), orderId, write.now(), null);
        ObjectNode record = DraftRecordWriter.write(write, placed, identity);
        return DraftStore.insert(write, identity.id(), saved)
                .compose(inserted -> write.insert(write.scope(), DraftRecordWriter.resource(saved.kind()), record))
                .compose(inserted -> DraftStore.lock(write, identity.id()))
                .compose(draft -> follow(write, Objects.requireNonNull(draft)));
    }

    private static Future<Void> change(WriteContext write, CartDraft draft, Saved saved, PageOrder.Placed placed) {
        Resource resource = DraftRecordWriter.resource(draft.kind());
        return DraftStore.save(write, draft.id(), saved)
                .compose(done -> write.lock(write.scope(), resource, draft.id()))
                .compose(former -> {
                    ObjectNode record = DraftRecordWriter.write(write, placed, DraftRecordWriter.identity(former));
                    return write.update(write.scope(), resource, former, record);
                })
                .mapEmpty();
    }

    /** Ends a draft whose cart cannot be restored any more. */
    static Future<Void> expire(WriteContext write, CartDraft draft) {
        return DraftStore.end(write, draft.id(), CartDraft.Status.EXPIRED)
                .compose(ended -> DraftRecordWriter.expire(write, draft))
                .mapEmpty();
    }

    /** Schedules what happens to a draft next. */
    static Future<Void> follow(WriteContext write, CartDraft draft) {
        return followAt(write, draft.id(), draft.next());
    }

    /** Schedules the next look at a draft. */
    static Future<Void> followAt(WriteContext write, String id, Instant due) {
        Task task = Task.of(write.scope(), write.newId(), DueDrafts.KIND, id, new JsonObject());
        return Tasks.schedule(write.transaction(), task, due, write.now());
    }

    /** Returns a draft; null if there is none with this id. */
    public Future<@Nullable Draft> find(Scope scope, String id) {
        return writes.read(
                scope,
                write -> DraftStore.find(write.transaction(), scope, id)
                        .map(draft -> draft == null
                                ? null
                                : new Draft(draft.pageId(), isRestorable(write, draft) ? draft.form() : null)));
    }

    private static boolean isRestorable(WriteContext write, CartDraft draft) {
        return draft.status() == CartDraft.Status.AGENT
                ? AgentCarts.isKept(draft.createdAt(), write.now())
                : draft.status().isOpen();
    }

    /** Stops all reminders of the seller to the address of a draft. */
    public Future<Void> refuseReminders(Scope scope, String id) {
        return writes.run(
                scope,
                write -> DraftStore.find(write.transaction(), scope, id)
                        .compose(draft -> draft == null
                                ? Future.succeededFuture()
                                : ReminderRecipients.refuse(write, draft.email())));
    }
}
