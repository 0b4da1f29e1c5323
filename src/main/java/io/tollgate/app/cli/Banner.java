package io.tollgate.app.cli;

import io.tollgate.app.Config;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The text that is printed when Tollgate is ready.
 *
 * @param signIn path of a link that signs the owner of the demo seller in to the dashboard
 */
record Banner(
        Config config,
        boolean embedded,
        String url,
        int managementPort,
        Optional<DemoKeys> keys,
        Optional<String> signIn) {
    String text() {
        String management = "http://%s:%d".formatted(config.server().managementHost(), managementPort);
        return """

                Tollgate is ready.

                  API       %s
                  Dashboard %s
                  Docs      %s/docs
                  Health    %s/health/ready
                %s  Log       %s
                %s
                Press Ctrl-C to stop.
                """.formatted(
                        url,
                        dashboard(),
                        url,
                        management,
                        config.mail().sends() ? "" : "  Outbox    %s/outbox\n".formatted(management),
                        config.log().logFile(),
                        keys.map(this::withKeys).orElseGet(this::without));
    }

    private String dashboard() {
        return signIn.map(path -> url
                        + path
                        + "\n            (signs in once, within %d minutes)"
                                .formatted(config.dashboard().linkMinutes()))
                .orElse(url + "/dashboard");
    }

    private String withKeys(DemoKeys demo) {
        return """
                  Live key  %s
                  Test key  %s

                Try it:

                  curl -H 'Authorization: Bearer %s' '%s/v1/payments?limit=2'

                Buy a product, book tickets, or submit a form, with the card 4242 4242 4242 4242:

                  %s
                  %s
                  %s

                Buy a membership and a twelve-part plan in test mode, with the same card, and let three years pass:

                  %s
                  %s

                  curl -H 'Authorization: Bearer %s' '%s/v1/test-clock' --json '{"advance": "P3Y"}'
                """.formatted(
                        demo.live(),
                        demo.test(),
                        demo.live(),
                        url,
                        page("page-4"),
                        page("event-10"),
                        page("form-3"),
                        page("test-page-7"),
                        page("test-page-9"),
                        demo.test(),
                        url);
    }

    /** Returns the address of a page of the demo seller. */
    private String page(String slug) {
        return url + "/s/" + DemoSeller.NAME + "/" + slug;
    }

    private String without() {
        return """

                Create a key with

                  %s create --seller NAME --mode test%s

                Add a person who signs in to the dashboard with

                  %s invite --seller NAME --email ADDRESS --role owner%s
                """.formatted(
                        Launcher.current().command("keys"),
                        options(),
                        Launcher.current().command("members"),
                        options());
    }

    /** Returns the options that make the command use the same database. */
    private String options() {
        if (Launcher.current() == Launcher.SERVER && isSameWithoutOptions()) {
            return "";
        }
        return data() + (embedded ? "" : " --database-url URL");
    }

    private boolean isSameWithoutOptions() {
        Config usual = new SettingsOptions().load();
        return usual.dataDir().equals(config.dataDir())
                && (embedded
                        ? usual.database().embedded()
                        : usual.database().url().equals(config.database().url()));
    }

    private String data() {
        Path usual = SettingsOptions.defaults().dataDir();
        return config.dataDir().equals(usual) ? "" : " --data '" + config.dataDir() + "'";
    }
}
