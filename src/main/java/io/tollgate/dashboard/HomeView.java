package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of the first page of a seller. What the role of the member may not read is empty or null.
 *
 * @param person the name of the member
 * @param steps to the first sale; empty once all are done
 * @param periods by which the figures can be shown
 * @param currencies of the period, if there are several
 * @param attention what has failed or is due
 * @param figures of the period
 * @param sales by interval; null without sales to show
 * @param recurring revenue by interval; null without subscriptions
 * @param pages what each page earned
 * @param funnel from visit to offer
 * @param events that are coming
 */
public record HomeView(
        Frame frame,
        String person,
        List<SetupStep> steps,
        List<Frame.Link> periods,
        List<Frame.Link> currencies,
        List<Attention> attention,
        List<Figure> figures,
        @Nullable BarChart sales,
        @Nullable BarChart recurring,
        List<PageRow> pages,
        List<Step> funnel,
        List<Coming> events) {
    /** @param path where the member can see to it; null without one */
    public record Attention(
            String message, String count, @Nullable String path) {}

    /**
     * A number with its name.
     *
     * @param change compared with the period before, such as +12 %; empty if it cannot be compared
     * @param trend up, down or same
     */
    public record Figure(String label, String value, String change, String trend) {}

    /** @param share in percent of the page that earned most */
    public record PageRow(
            String title, @Nullable String path, String gross, String orders, String visits, long share) {}

    /** @param share in percent of the first step */
    public record Step(String label, String value, long share) {}

    /** @param places taken and all, in words; empty without a limit */
    public record Coming(String name, String path, Cell starts, String places) {}

    /**
     * A step to the first sale.
     *
     * @param about what it is good for
     * @param path where it is done; null if the member may not go there
     */
    public record SetupStep(
            String label,
            String about,
            boolean done,
            @Nullable String path) {}
}
