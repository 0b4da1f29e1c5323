package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Someone who buys: the customer, and what a browser and an address form tell.
 *
 * @param id of the customer record
 * @param company null for those who buy for themselves
 */
record Buyer(
        long position,
        String id,
        long createdAt,
        String name,
        String email,
        Region region,
        String line1,
        @Nullable String line2,
        String city,
        @Nullable String state,
        String postalCode,
        String phone,
        @Nullable String company,
        @Nullable String taxId,
        @Nullable String taxIdType,
        String processorCustomerId,
        String userAgent,
        int screenWidth,
        String clientIp) {

    String locale() {
        return region.locale();
    }

    @Nullable
    String billingEmail() {
        return company == null ? null : "billing+" + position + "@" + email.substring(email.indexOf('@') + 1);
    }

    ObjectNode address() {
        return Json.of(
                "line1",
                line1,
                "line2",
                line2,
                "city",
                city,
                "state",
                state,
                "postalCode",
                postalCode,
                "country",
                region.country());
    }

    ObjectNode billing() {
        return Json.of(
                "name",
                name,
                "companyName",
                company,
                "email",
                email,
                "billingEmail",
                billingEmail(),
                "phone",
                phone,
                "address",
                address());
    }

    ObjectNode shipping() {
        return Json.of("name", name, "phone", phone, "address", address());
    }
}
