package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.seller.SellerDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names and legal details of made-up sellers. */
final class SellerProfiles {
    private static final List<SellerDetails> ALL = List.of(
            profile(
                    "Atelier Sonnenblume",
                    "DE811907980",
                    address("Speicherstraße 7", "Hof 2", "Hamburg", "HH", "20457", "DE"),
                    "en-US",
                    "Europe/Berlin"),
            profile(
                    "Køkken & Co",
                    "DK12345674",
                    address("Vesterbrogade 12", "2. th.", "København V", null, "1620", "DK"),
                    "da-DK",
                    "Europe/Copenhagen"),
            profile(
                    "朝日書店",
                    "T1234567890123",
                    address("神田神保町1-2-3", null, "千代田区", "東京都", "101-0051", "JP"),
                    "jp-JP",
                    "Asia/Tokyo"),
            profile(
                    "Tienda Ñandú",
                    "30-12345678-9",
                    address("Avenida de Mayo 825", null, "Buenos Aires", "C", "C1084AAB", "AR"),
                    "es-AR",
                    "America/Argentina/Buenos_Aires"),
            profile(
                    "Blue Heron Goods",
                    "12-3456789",
                    address("200 Main Street", "Suite 4", "Portland", "OR", "97201", "US"),
                    "en-US",
                    "America/Los_Angeles"));

    private SellerProfiles() {}

    /** @param name the short name of the seller, for its e-mail address */
    static SellerDetails of(int position, String name) {
        SellerDetails one = ALL.get(position % ALL.size());
        return new SellerDetails(
                one.displayName(),
                "billing@" + name + ".example",
                one.taxId(),
                one.address(),
                one.locale(),
                one.timezone());
    }

    private static SellerDetails profile(
            String displayName, String taxId, ObjectNode address, String locale, String timezone) {
        return new SellerDetails(displayName, null, taxId, address, locale, timezone);
    }

    private static ObjectNode address(
            String line1,
            @Nullable String line2,
            String city,
            @Nullable String state,
            String postalCode,
            String country) {
        return Json.of(
                "line1", line1,
                "line2", line2,
                "city", city,
                "state", state,
                "postalCode", postalCode,
                "country", country);
    }
}
