package io.tollgate.catalog.model;

import org.jspecify.annotations.Nullable;

/**
 * The tax setting of a page.
 *
 * @param mode null if orders are not taxed
 */
public record PageTax(boolean enabled, @Nullable Mode mode) {
    /** How the tax is calculated. */
    public enum Mode {
        NONE,
        /** Tollgate applies a tax rate of the seller. */
        FIXED,
        /** The processor calculates the tax when the buyer pays. */
        PROCESSOR
    }

    static Mode modeOf(@Nullable PageTax tax) {
        return tax == null || !tax.enabled || tax.mode == null ? Mode.NONE : tax.mode;
    }
}
