package io.tollgate.processor;

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
            return processor.cancel(terms.getString("id"), ending, key).json();
        }
    },
    SUBSCRIPTION {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.subscription(terms.getString("id")).json();
        }
    },
    CREATE_PAYMENT {
        @Override
        JsonObject on(Processor processor, JsonObject terms, String key) {
            return processor.createPayment(PaymentTerms.of(terms), key).json();
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
