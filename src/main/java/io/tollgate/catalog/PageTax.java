package io.tollgate.catalog;

import org.jspecify.annotations.Nullable;

/** How a page is taxed; null mode if not at all. */
public record PageTax(boolean enabled, @Nullable Mode mode) {
    /** Who computes the tax. */
    public enum Mode {
        NONE,
        /** Tollgate, at a tax rate of the seller. */
        FIXED,
        /** The processor, when the buyer pays. */
        PROCESSOR
    }

    static Mode modeOf(@Nullable PageTax tax) {
        return tax == null || !tax.enabled || tax.mode == null ? Mode.NONE : tax.mode;
    }
}
