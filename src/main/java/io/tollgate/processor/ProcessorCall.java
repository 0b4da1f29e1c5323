package io.tollgate.processor;

import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.SubscriptionInvoice.Position;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** The calls to the processor, in the form in which event loops send them to workers. */
enum ProcessorCall {
    CREATE_COUPON {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.createCoupon(terms.getString("id"), CouponTerms.of(terms.getJsonObject("discount")), key);
            return NOTHING;
        }
    },
    RENAME_COUPON {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.renameCoupon(terms.getString("id"), terms.getString("name"), key);
            return NOTHING;
        }
    },
    DELETE_COUPON {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.deleteCoupon(terms.getString("id"), key);
            return NOTHING;
        }
    },
    CREATE_TAX_RATE {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            String id = processor.createTaxRate(
                    terms.getString("recordId"), TaxTerms.of(terms.getJsonObject("terms")), key);
            return new JsonObject().put("id", id);
        }
    },
    RENAME_TAX_RATE {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.renameTaxRate(terms.getString("id"), terms.getString("name"), key);
            return NOTHING;
        }
    },
    DEACTIVATE_TAX_RATE {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.deactivateTaxRate(terms.getString("id"), key);
            return NOTHING;
        }
    },
    TAX_RATES_OF {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            Instant since = Instant.parse(terms.getString("since"));
            return new JsonObject().put("ids", new JsonArray(processor.taxRatesOf(terms.getString("recordId"), since)));
        }
    },
    CANCEL_SUBSCRIPTION {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            CancellationTime ending = CancellationTime.of(terms.getJsonObject("ending"));
            return SubscriptionCodec.encode(processor.cancel(terms.getString("id"), ending, key));
        }
    },
    SUBSCRIPTION {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return SubscriptionCodec.encode(processor.subscription(terms.getString("id")));
        }
    },
    CREATE_PRODUCT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.createProduct(terms.getString("id"), terms.getString("name"), key);
            return NOTHING;
        }
    },
    CREATE_SUBSCRIPTION {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return SubscriptionCodec.encode(processor.createSubscription(SubscriptionTermsCodec.decode(terms), key));
        }
    },
    INVOICES {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            String after = terms.getString("after");
            Position position = after == null ? null : new Position(after, terms.getInteger("number"));
            return SubscriptionCodec.encode(processor.invoices(terms.getString("id"), position));
        }
    },
    PAY_INVOICE {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.payInvoice(terms.getString("id"), key).json();
        }
    },
    CREATE_SETUP {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor
                    .createSetup(terms.getString("customerId"), terms.getBoolean("cardOnly"), key)
                    .json();
        }
    },
    SETUP {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.setup(terms.getString("id")).json();
        }
    },
    USE_SETUP {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return SubscriptionCodec.encode(processor.useSetup(terms.getString("id"), terms.getString("setupId"), key));
        }
    },
    CREATE_PAYMENT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.createPayment(PaymentTerms.of(terms), key).json();
        }
    },
    CONFIRM_PAYMENT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.confirmPayment(CardCharge.of(terms), key).json();
        }
    },
    PAYMENT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.payment(terms.getString("id")).json();
        }
    },
    CANCEL_PAYMENT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.cancelPayment(terms.getString("id"), key).json();
        }
    },
    CALCULATE_TAX {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            TaxCalculation calculated = processor.calculateTax(TaxableOrder.of(terms), key);
            return new JsonObject()
                    .put("calculation", calculated == null ? null : TaxCalculationCodec.encode(calculated));
        }
    },
    RECORD_TAX {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            String id = processor.recordTax(terms.getString("calculationId"), terms.getString("reference"), key);
            return new JsonObject().put("id", id);
        }
    },
    REVERSE_TAX {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            processor.reverseTax(TaxReversal.of(terms), key);
            return NOTHING;
        }
    },
    CREATE_REFUND {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.createRefund(RefundTerms.of(terms), key).json();
        }
    },
    BALANCE {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.balance(terms.getString("id")).json();
        }
    };

    private static final JsonObject NOTHING = new JsonObject();

    /** Performs the call and returns its result as JSON. */
    abstract JsonObject on(Processor processor, JsonObject terms, String key);
}
