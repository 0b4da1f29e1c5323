package io.tollgate.platform.schema;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

/** Fields that many schemas declare. */
public final class CommonFields {
    public static final Field ID = id("id").doc("Unique identifier. Ids sort by time of creation.");
    public static final Field SELLER_ID = id("sellerId").doc("Id of the seller that owns the record.");
    public static final Field CREATED_AT = time("createdAt").doc("Time of creation.");
    public static final Field UPDATED_AT = time("updatedAt").doc("Time of the last change.");

    public static final Field LIVEMODE =
            bool("livemode").doc("`true` for a record of live mode, `false` for a record of test mode.");

    /** Of a record. Bodies declare the currencies that they accept. */
    public static final Field CURRENCY = text("currency").doc("ISO 4217 code of the currency, in lower case.");

    /** The switch of a setting. */
    public static final Field ENABLED = bool("enabled").doc("Whether the setting is on.");

    public static final Field ENABLED_AT = time("enabledAt")
            .doc("Time when the setting was switched on. Null while it is off. Read-only.")
            .roundTrip();

    private CommonFields() {}

    /** A name that the caller chooses for a part of the body. */
    public static Field key(int max) {
        return text("key", max)
                .doc("Name of your choice, by which other parts of the same request refer to this object. Not stored.");
    }
}
