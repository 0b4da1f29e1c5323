package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Percent;
import java.util.ArrayList;
import java.util.List;

/** The files and tax rates of a seller, which pages and products then use. */
final class Supplies {
    private final List<ObjectNode> images = new ArrayList<>();
    private final List<ObjectNode> files = new ArrayList<>();
    private final List<Shop.TaxRate> taxRates = new ArrayList<>();

    Supplies(CatalogueIds ids, Catalogue catalogue, Chance chance) {
        List<String> pictures =
                List.of("Titelbild – Sommer.jpg", "poster.png", "couverture.webp", "表紙.jpg", "logo ✨.png", "hero.jpg");
        for (String name : pictures) {
            ObjectNode file = file(ids, chance, name, "image", chance.pick("image/jpeg", "image/png"));
            catalogue.file(Json.put(file, "width", 1600, "height", chance.pick(900, 1200, 1600)));
            images.add(Json.of(
                    "fileId", file.get("id"),
                    "url", file.get("location"),
                    "name", name,
                    "size", file.get("size"),
                    "width", file.get("width"),
                    "height", file.get("height")));
        }
        for (String name : List.of("E-Book.pdf", "Überblick 2026.pdf", "presets.zip", "サンプル.epub", "Checkliste.xlsx")) {
            ObjectNode file = file(ids, chance, name, "file", "application/octet-stream");
            catalogue.file(file);
            files.add(file);
        }
        taxRate(ids, catalogue, "MwSt. 19 %", true, 19, true);
        taxRate(ids, catalogue, "VAT 20%", false, 20, false);
        taxRate(ids, catalogue, "Sales tax", false, 8.875, false);
        taxRate(ids, catalogue, "TVA réduite", true, 5.5, false);
    }

    private static ObjectNode file(CatalogueIds ids, Chance chance, String name, String purpose, String type) {
        long createdAt = ids.time();
        String id = ids.next();
        return Json.of(
                "id", id,
                "location", (purpose.equals("image") ? "/images/" : "/files/") + id,
                "name", name,
                "purpose", purpose,
                "type", type,
                "size", chance.between(20_000, 4_000_000),
                "createdAt", Moments.iso(createdAt));
    }

    private void taxRate(
            CatalogueIds ids, Catalogue catalogue, String name, boolean inclusive, double percentage, boolean usual) {
        long createdAt = ids.time();
        String id = ids.next();
        ObjectNode rate = Json.of(
                "processorId",
                "txr_1" + id.substring(8),
                "displayName",
                name,
                "default",
                usual,
                "active",
                !name.startsWith("TVA"),
                "inclusive",
                inclusive,
                "percentage",
                Percent.of(percentage).value(),
                "createdAt",
                Moments.iso(createdAt),
                "updatedAt",
                Moments.iso(createdAt));
        catalogue.taxRate(Json.put(rate.deepCopy(), "id", id, "sellerId", ids.sellerId()));
        taxRates.add(new Shop.TaxRate(id, name, inclusive, percentage, Json.put(rate.deepCopy(), "taxRate", id)));
    }

    ObjectNode image(int position) {
        return images.get(position % images.size());
    }

    ObjectNode file(int position) {
        return files.get(position % files.size());
    }

    String fileId(int position) {
        return file(position).get("id").textValue();
    }

    /** The rate of a page that is taxed at a fixed one. */
    List<String> fixedRates(Offer.Tax tax) {
        boolean fixed = tax == Offer.Tax.INCLUSIVE_RATE || tax == Offer.Tax.EXCLUSIVE_RATE;
        return taxRates.stream()
                .filter(rate -> fixed && rate.inclusive() == (tax == Offer.Tax.INCLUSIVE_RATE))
                .limit(1)
                .map(Shop.TaxRate::id)
                .toList();
    }

    List<Shop.TaxRate> taxRates() {
        return taxRates;
    }
}
