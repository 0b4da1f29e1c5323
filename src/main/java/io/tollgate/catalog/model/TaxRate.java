package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Taxation;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tax rate of a seller.
 *
 * @param active whether the rate is applied to new orders
 * @param inclusive whether prices include the tax
 * @param createdAt as stored, in ISO 8601
 * @param updatedAt as stored, in ISO 8601
 */
public record TaxRate(
        String id,
        @Nullable String processorId,
        String displayName,
        @JsonProperty("default") boolean isDefault,
        boolean active,
        boolean inclusive,
        BigDecimal percentage,
        String createdAt,
        String updatedAt) {

    public Taxation taxation() {
        return new Taxation(inclusive, List.of(new Taxation.Rate(displayName, Percent.of(percentage))));
    }
}
