package io.tollgate.catalog.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a page of any kind behaves apart from what it sells: what its address can set, who may embed it, and what follows
 * a purchase. Decoded from the document of the page.
 *
 * @param afterPaymentAction {@code confirmation}, {@code checkout} or {@code redirect}
 * @param redirectUrlInsideEmbed whether a redirect stays in the frame of an embedded page
 * @param trackingCodes HTML with scripts of the seller, for the confirmation
 * @param sendEmailConfirmation whether buyers receive a confirmation by e-mail; null means yes
 * @param allowEmbed whether other sites may embed the page; null means yes
 * @param allowedEmbedOrigins the origins that may embed the page; empty for all
 */
public record PageBehavior(
        @Nullable String afterPaymentAction,
        @Nullable String redirectPageId,
        @Nullable String redirectUrl,
        List<Token> redirectUrlPath,
        List<Token> redirectUrlQuery,
        boolean redirectUrlInsideEmbed,
        List<FunnelStep> funnelSteps,
        @Nullable String trackingCodes,
        boolean closePopupOnClickOutside,
        @Nullable Boolean sendEmailConfirmation,
        @Nullable Boolean allowEmbed,
        List<String> allowedEmbedOrigins,
        boolean allowDynamicTitle,
        boolean allowDynamicDescription,
        boolean allowDynamicLabel,
        boolean allowDynamicDiscountedFromPrice,
        boolean allowDynamicRedirectUrl) {

    /** Returns whether buyers receive a confirmation by e-mail. */
    public boolean confirmsByEmail() {
        return !Boolean.FALSE.equals(sendEmailConfirmation);
    }

    /**
     * A value of the order that a redirect appends to its address.
     *
     * @param parameter name of the query parameter; null in a path
     * @param identifier name of the value, or the id of a field if the key is {@code fields}
     */
    public record Token(
            @Nullable String parameter,
            @Nullable String key,
            @Nullable String identifier) {}

    /** @param config null if the step has no settings */
    public record FunnelStep(
            @Nullable String type,
            int order,
            boolean enabled,
            @Nullable StepConfig config) {}

    /**
     * @param action {@code checkout} or {@code redirect}, or {@code confirmation}; null if it is not set
     * @param pageId the page that the action {@code checkout} of an offer shows
     * @param redirect where the action {@code redirect} of an offer sends the buyer; null for other actions
     * @param redirectPageId the page to which the action {@code checkout} of a confirmation leads
     * @param redirectUrl the address to which the action {@code redirect} of a confirmation leads
     */
    public record StepConfig(
            @Nullable String action,
            @Nullable String pageId,
            @Nullable StepRedirect redirect,
            @Nullable String redirectPageId,
            @Nullable String redirectUrl,
            @Nullable List<Token> redirectUrlPath,
            @Nullable List<Token> redirectUrlQuery,
            boolean customizeCheckoutConfirmation,
            @Nullable String confirmationCheckoutTitle,
            @Nullable String confirmationCheckoutMessage) {}

    /**
     * The page of the seller's site that embeds an offer.
     *
     * @param path values of the first order to append to the path
     * @param query values of the first order to append to the query
     */
    public record StepRedirect(
            @Nullable String url,
            @Nullable List<Token> path,
            @Nullable List<Token> query) {}

    /** Returns the page that the first enabled offer shows after the purchase; null if it shows none. */
    static @Nullable String offeredPage(@Nullable List<FunnelStep> steps) {
        return offer(steps)
                .filter(config -> "checkout".equals(config.action()))
                .map(StepConfig::pageId)
                .orElse(null);
    }

    /** Returns where the first enabled offer is embedded on the seller's site; null if it is not. */
    static @Nullable StepRedirect offeredRedirect(@Nullable List<FunnelStep> steps) {
        return offer(steps)
                .filter(config -> "redirect".equals(config.action()))
                .map(StepConfig::redirect)
                .filter(redirect -> redirect.url() != null)
                .orElse(null);
    }

    private static Optional<StepConfig> offer(@Nullable List<FunnelStep> steps) {
        return steps == null
                ? Optional.empty()
                : steps.stream()
                        .filter(step -> step.enabled() && "upsell".equals(step.type()))
                        .min(Comparator.comparingInt(FunnelStep::order))
                        .map(FunnelStep::config);
    }

    /**
     * What follows the confirmation of a purchase.
     *
     * @param action {@code confirmation}, {@code checkout} or {@code redirect}
     * @param pageId the page of the action {@code checkout}
     * @param url the address of the action {@code redirect}
     */
    public record Following(
            String action,
            @Nullable String pageId,
            @Nullable String url,
            List<Token> path,
            List<Token> query) {}

    /** Returns what follows a purchase: the action of the confirmation step, or else that of the page. */
    public Following following() {
        return confirmationStep()
                .map(step -> new Following(
                        actionOr(step.action()),
                        step.redirectPageId(),
                        step.redirectUrl(),
                        orEmpty(step.redirectUrlPath()),
                        orEmpty(step.redirectUrlQuery())))
                .orElseGet(() -> new Following(
                        actionOr(afterPaymentAction), redirectPageId, redirectUrl, redirectUrlPath, redirectUrlQuery));
    }

    private static String actionOr(@Nullable String action) {
        return action == null ? "confirmation" : action;
    }

    private static List<Token> orEmpty(@Nullable List<Token> tokens) {
        return tokens == null ? List.of() : tokens;
    }

    /** Returns the settings of the first enabled step that confirms the purchase. */
    public Optional<StepConfig> confirmationStep() {
        return funnelSteps.stream()
                .filter(step -> step.enabled() && "confirmation".equals(step.type()) && step.config() != null)
                .min(Comparator.comparingInt(FunnelStep::order))
                .map(FunnelStep::config);
    }
}
