package io.tollgate.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;

/** When, where and of what a figure was taken. */
final class Circumstances {
    /** What the script knows: set with -D, each by this prefix. */
    private static final String PREFIX = "tollgate.bench.";

    private Circumstances() {}

    static ObjectNode now(String group, String postgres) {
        ObjectNode taken = JsonNodeFactory.instance.objectNode();
        taken.put("group", group);
        taken.put("at", Clock.SYSTEM.now().truncatedTo(ChronoUnit.SECONDS).toString());
        taken.put("commit", System.getProperty(PREFIX + "commit", "unknown"));
        taken.put("comparable", !Boolean.getBoolean(PREFIX + "quick"));
        ObjectNode machine = taken.putObject("machine");
        machine.put("processor", first("/proc/cpuinfo", "model name\\s*: (.*)"));
        machine.put("processors", Runtime.getRuntime().availableProcessors());
        machine.put("memoryMiB", Long.parseLong(first("/proc/meminfo", "MemTotal:\\s+([0-9]+)")) >> 10);
        machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        machine.put("loadOfTheMinuteBefore", Double.parseDouble(first("/proc/loadavg", "([0-9.]+)")));
        taken.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        taken.put("postgres", postgres);
        taken.put("parameters", System.getProperty(PREFIX + "parameters", ""));
        return taken;
    }

    private static String first(String file, String pattern) {
        try {
            return Command.find(Files.readString(Path.of(file)), pattern);
        } catch (IOException | IllegalStateException e) {
            return "0";
        }
    }
}
