package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.app.Config;
import io.tollgate.catalog.event.EventComposition;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.sales.booking.CapacityClaims.ClaimStatement;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.Visit;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSettings;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What would happen if orders of tickets claimed no places. */
class TicketControlTest {
    private static final int BUYERS = 12;

    private final TestShop shop = TestShop.open();
    private final Vertx vertx = Vertx.vertx();
    private final Database database = new Database(
            vertx,
            TestSettings.database(TestDatabase.url(), "listPool=2", "searchPool=2", "getPool=2", "transactionPool=12"));

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private Checkouts checkouts(ClaimStatement claimer) {
        Sellers sellers = new Sellers(database);
        Composition.Factory events = catalog ->
                new EventComposition(catalog, new PageComposition(catalog, sellers, "", null), Clock.SYSTEM)::compose;
        Config config = Config.of(Map.of());
        ProcessorClient processor = new ProcessorClient(vertx, config.processor());
        return new Checkouts(
                new WriteExecutor(database, Clock.SYSTEM),
                new CatalogReader(events, Composition.NONE),
                processor,
                new OrderTaxes(processor),
                new BrowserProcessor(new AccountKeys(TestGateway.secrets()), ""),
                new UploadRecords(
                        new FileLinks(TestGateway.secrets().linkKey(), "", Clock.SYSTEM),
                        config.storage().quota()),
                config.checkout(),
                claimer);
    }

    private static OrderForm form(Shelf event, int buyer) {
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        List<SubmittedAnswer> answers = event.record()
                .get("fields")
                .valueStream()
                .map(field -> answer(field, buyer))
                .toList();
        return new OrderForm.TicketForm(
                new RequestedTickets(Map.of(type, 1), Map.of(), false),
                Attendees.NONE,
                List.of(),
                null,
                answers,
                null,
                false,
                Visit.of(Map.of()));
    }

    private static SubmittedAnswer answer(JsonNode field, int buyer) {
        boolean email = field.get("element").textValue().equals("email");
        String text = email ? "b" + buyer + "@example.com" : "Buyer " + buyer;
        return new SubmittedAnswer(field.get("id").textValue(), null, text, null, null, null, null);
    }

    /** Returns how many of twelve buyers at once get one of three places. */
    private long booked(ClaimStatement claimer) {
        Shelf event = shop.event("", "'capacity': 3,", "{'name': 'Guest', 'pricing': 'free'}");
        Checkouts checkouts = checkouts(claimer);
        List<Boolean> placed = Parallel.times(
                BUYERS,
                buyer -> checkouts
                        .place(
                                shop.seller().scope(true),
                                event.id(),
                                form(event, buyer),
                                "%064x".formatted(buyer + 1),
                                null)
                        .map(true)
                        .otherwise(false)
                        .await());
        return placed.stream().filter(Boolean::booleanValue).count();
    }

    @Test
    void withTheClaimThreePlacesAreBookedThreeTimes() {
        assertThat(booked(Capacities::claim)).isEqualTo(3);
    }

    @Test
    void withoutTheClaimThePlacesAreOversold() {
        assertThat(booked((transaction, scope, kind, owner, quantity) -> Future.succeededFuture(true)))
                .isEqualTo(BUYERS);
    }
}
