package io.tollgate.storefront.mails;

import io.tollgate.pdf.ContentNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Determines the files that a buyer receives: of the product, the order bumps, and the chosen options of both. */
final class PurchasedFiles {
    private PurchasedFiles() {}

    /** Returns the ids of the files, each once: those of the product first. */
    static List<String> ids(SubjectRecords records) {
        Set<String> ids = new LinkedHashSet<>();
        add(ids, records.product(), options(records.record(), "selectedOptions"));
        records.extras()
                .bumps()
                .forEach(bump -> add(ids, bump.at("product"), options(bump.at("requested"), "options")));
        return List.copyOf(ids);
    }

    private static Set<String> options(ContentNode chosen, String list) {
        return chosen.list("variants").stream()
                .flatMap(variant -> variant.list(list).stream())
                .map(option -> option.text("optionId"))
                .collect(Collectors.toSet());
    }

    private static void add(Set<String> ids, ContentNode product, Set<String> chosen) {
        files(product).forEach(ids::add);
        product.list("variants").stream()
                .flatMap(variant -> variant.list("options").stream())
                .filter(option -> chosen.contains(option.text("id")))
                .flatMap(PurchasedFiles::files)
                .forEach(ids::add);
    }

    private static Stream<String> files(ContentNode owner) {
        return owner.list("fileIds").stream().map(file -> file.node().asText(""));
    }
}
