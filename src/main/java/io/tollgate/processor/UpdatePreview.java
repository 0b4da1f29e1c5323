package io.tollgate.processor;

import java.util.List;

/**
 * What the processor would charge for a change of a subscription, at once or with the next invoice, and with what waits
 * for the next invoice.
 *
 * @param total of the lines in the currency's smallest unit; negative for a credit
 */
public record UpdatePreview(List<Line> lines, long total) {
    /**
     * A part of the difference.
     *
     * @param product id of the product at the processor; empty if unknown
     * @param amount negative for unused time that is credited
     */
    public record Line(String product, long amount) {}

    public UpdatePreview {
        lines = List.copyOf(lines);
    }
}
