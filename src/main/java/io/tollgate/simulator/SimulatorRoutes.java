package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;

/** The operations of the simulator. */
record SimulatorRoutes(Router router, Mount mount) {
    /** An operation on the objects of an account. */
    interface Operation {
        /** @param id the object id in the path; empty if the path has none */
        Future<JsonObject> on(SimulatedObjects objects, FormBody form, String id);
    }

    /** Mounts an operation for each kind of key. */
    interface Mount {
        void on(Route route, Operation withSecretKey, Operation withPublishableKey);
    }

    static void mount(Router router, Mount mount) {
        SimulatorRoutes routes = new SimulatorRoutes(router, mount);
        routes.catalog();
        routes.payments();
        routes.subscriptions();
        routes.refundsAndTaxes();
    }

    /** Mounts an operation of the seller's server. */
    private void on(Route route, Operation operation) {
        mount.on(route, operation, SimulatorRoutes::publishableKey);
    }

    /** Mounts an operation of a browser, which has the publishable key and the client secret of one intent. */
    private void inBrowser(Route route, Operation operation) {
        mount.on(route, SimulatorRoutes::secretKey, operation);
    }

    private static Operation retrieve(String kind) {
        return (objects, form, id) -> objects.find(kind, id).compose(object -> Expansion.of(objects, form, object));
    }

    private static Future<JsonObject> publishableKey(SimulatedObjects objects, FormBody form, String id) {
        throw WireError.wrongKey("This API call cannot be made with a publishable API key.");
    }

    private static Future<JsonObject> secretKey(SimulatedObjects objects, FormBody form, String id) {
        throw WireError.wrongKey("The simulator supports this call only with a publishable API key.");
    }

    private void catalog() {
        on(router.post("/v1/coupons"), SimulatedCoupons::create);
        on(router.get("/v1/coupons/:id"), retrieve(SimulatedCoupons.KIND));
        on(router.post("/v1/coupons/:id"), SimulatedCoupons::update);
        on(router.delete("/v1/coupons/:id"), SimulatedCoupons::delete);
        on(router.get("/v1/tax_rates"), SimulatedTaxRates::list);
        on(router.post("/v1/tax_rates"), SimulatedTaxRates::create);
        on(router.get("/v1/tax_rates/:id"), retrieve(SimulatedTaxRates.KIND));
        on(router.post("/v1/tax_rates/:id"), SimulatedTaxRates::update);
        on(router.get("/v1/customers"), SimulatedCustomers::list);
        on(router.post("/v1/customers"), SimulatedCustomers::create);
        on(router.get("/v1/customers/:id"), retrieve(SimulatedCustomers.KIND));
        on(router.delete("/v1/customers/:id"), SimulatedCustomers::delete);
        on(router.post("/v1/products"), SimulatedProducts::create);
        on(router.get("/v1/products/:id"), retrieve(SimulatedProducts.KIND));
    }

    private void payments() {
        on(router.post("/v1/payment_intents"), SimulatedPayments::create);
        on(router.get("/v1/payment_intents/:id"), SimulatedPayments::retrieve);
        on(router.post("/v1/payment_intents/:id/cancel"), SimulatedPayments::cancel);
        mount.on(
                router.post("/v1/payment_intents/:id/confirm"),
                CardConfirmation::confirmSaved,
                CardConfirmation::confirm);
        inBrowser(router.post("/v1/payment_intents/:id/authenticate"), CardConfirmation::authenticate);
        on(router.get("/v1/charges/:id"), retrieve(SimulatedCharges.KIND));
        on(router.get("/v1/payment_methods/:id"), retrieve(SimulatedCharges.METHOD));
        on(router.post("/v1/setup_intents"), SimulatedSetups::create);
        on(router.get("/v1/setup_intents/:id"), SimulatedSetups::retrieve);
        inBrowser(router.post("/v1/setup_intents/:id/confirm"), SimulatedSetups::confirm);
        inBrowser(router.post("/v1/setup_intents/:id/authenticate"), SimulatedSetups::authenticate);
    }

    private void subscriptions() {
        on(router.get("/v1/subscriptions"), SimulatedSubscriptions::list);
        on(router.post("/v1/subscriptions"), SimulatedSubscriptions::create);
        on(router.get("/v1/subscriptions/:id"), SimulatedSubscriptions::retrieve);
        on(router.post("/v1/subscriptions/:id"), SimulatedSubscriptions::update);
        on(router.delete("/v1/subscriptions/:id"), SimulatedSubscriptions::cancel);
        on(router.get("/v1/invoices"), InvoiceOperations::list);
        on(router.post("/v1/invoices/create_preview"), InvoicePreview::create);
        on(router.get("/v1/invoices/:id"), InvoiceOperations::retrieve);
        on(router.post("/v1/invoices/:id/pay"), InvoiceOperations::pay);
        on(router.post("/v1/invoices/:id/void"), InvoiceOperations::cancel);
    }

    private void refundsAndTaxes() {
        on(router.post("/v1/tax/calculations"), SimulatedTax::create);
        on(router.get("/v1/tax/calculations/:id"), SimulatedTax::retrieve);
        on(router.get("/v1/tax/calculations/:id/line_items"), SimulatedTax::lines);
        on(router.post("/v1/tax/transactions/create_from_calculation"), SimulatedTaxTransactions::create);
        on(router.post("/v1/tax/transactions/create_reversal"), SimulatedTaxTransactions::reverse);
        on(router.get("/v1/tax/transactions/:id"), SimulatedTaxTransactions::retrieve);
        on(router.get("/v1/refunds"), SimulatedRefunds::list);
        on(router.post("/v1/refunds"), SimulatedRefunds::create);
        on(router.get("/v1/refunds/:id"), SimulatedRefunds::retrieve);
        on(router.post("/v1/refunds/:id"), SimulatedRefunds::update);
        on(router.get("/v1/disputes"), SimulatedDisputes::list);
        on(router.get("/v1/disputes/:id"), retrieve(SimulatedDisputes.KIND));
        on(router.post("/v1/disputes/:id"), SimulatedDisputes::submit);
        on(router.post("/v1/disputes/:id/close"), SimulatedDisputes::close);
    }
}
