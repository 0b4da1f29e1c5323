package io.tollgate.platform.records;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.util.Set;

/**
 * Restricts reads to the pages of a scope. It is the second of two protections: endpoints are refused before they read
 * ({@code PageGuard}), and what a restricted scope reads is limited to its pages.
 */
public final class PageReach {
    private PageReach() {}

    /** Returns a 403 for what belongs to no single page. */
    public static ApiError refusal() {
        return ApiError.forbidden(
                "page_restricted",
                "This API key or member is restricted to some pages. Use one for all pages to do this.");
    }

    /**
     * Returns whether a scope has only some pages.
     *
     * @throws ApiError 403 if it has, and the records of the resource belong to no single page
     */
    static boolean restricts(Scope scope, Resource resource) {
        if (scope.pages() == null) {
            return false;
        }
        if (resource.pageField() == null) {
            throw refusal();
        }
        return true;
    }

    /** Returns the pages of a restricted scope in a fixed order. */
    static String[] ids(Scope scope) {
        Set<String> pages = scope.pages();
        return pages == null ? new String[0] : pages.stream().sorted().toArray(String[]::new);
    }

    /** Returns the condition of a get, whose last value are the pages; empty if the scope has all. */
    static String condition(Scope scope, Resource resource) {
        return restricts(scope, resource)
                ? " AND " + resource.pageColumn() + " = ANY ($" + (resource.recorded() ? 4 : 3) + "::text[])"
                : "";
    }
}
