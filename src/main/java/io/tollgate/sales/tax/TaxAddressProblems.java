package io.tollgate.sales.tax;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.sales.cart.PostalAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names what is missing in an address from which the processor calculates a tax. */
public final class TaxAddressProblems {
    private TaxAddressProblems() {}

    /**
     * Returns a 400 for an address that is not sufficient. It names the missing parts on which taxes depend.
     *
     * @param path of the address in the request
     */
    public static ApiError insufficient(String path, PostalAddress address) {
        String country = String.valueOf(address.country());
        List<Problem> problems = new ArrayList<>();
        add(problems, path + ".state", address.state(), country);
        add(problems, path + ".postalCode", address.postalCode(), country);
        return problems.isEmpty()
                ? ApiError.invalid(path, "is not sufficient to calculate the tax in " + country, null)
                : ApiError.invalid(problems);
    }

    private static void add(List<Problem> problems, String param, @Nullable String part, String country) {
        if (part == null || part.isBlank()) {
            problems.add(new Problem(param, "is required to calculate the tax in " + country, null));
        }
    }
}
