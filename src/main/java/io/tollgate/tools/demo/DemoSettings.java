package io.tollgate.tools.demo;

import io.tollgate.platform.config.Setting;

/** Whether a start creates the demo seller, and the file that receives its keys. */
public record DemoSettings(
        @Setting(
                defaultValue = "true",
                description = "Create a demo seller with demo records if the database has no seller.")
        boolean demo,

        @Setting(path = true, description = "File that receives the URL and the demo keys when Tollgate is ready.")
        String keysFile) {}
