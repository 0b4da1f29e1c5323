package io.tollgate.storefront.pages;

/**
 * The paths of one portal.
 *
 * @param base path of the portal without a trailing slash
 */
public record PortalPaths(String base) {
    /** Follows the path of the portal in live mode. */
    public static final String TEST = "/test";

    public static PortalPaths of(String sellerName, boolean live) {
        return new PortalPaths("/s/" + sellerName + "/portal" + (live ? "" : TEST));
    }

    public String sent() {
        return base + "/sent";
    }

    public String login(String token) {
        return base + "/login/" + token;
    }

    public String order(String id) {
        return base + "/orders/" + id;
    }

    public String logout() {
        return base + "/logout";
    }
}
