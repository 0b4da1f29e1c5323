package io.tollgate.platform.task;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of tasks that a node runs, with their handlers. It leaves all other kinds to newer nodes. */
public final class TaskHandlers {
    private final Map<String, Registration> registrations = new LinkedHashMap<>();

    /** A kind with its handler. */
    record Registration(TaskKind kind, TaskHandler handler) {}

    /**
     * Registers the handler of a kind.
     *
     * @throws IllegalArgumentException if the kind has a handler already
     */
    public TaskHandlers add(TaskKind kind, TaskHandler handler) {
        if (registrations.putIfAbsent(kind.name(), new Registration(kind, handler)) != null) {
            throw new IllegalArgumentException("Task kind " + kind + " has a handler already");
        }
        return this;
    }

    TaskHandlers copy() {
        TaskHandlers copy = new TaskHandlers();
        copy.registrations.putAll(registrations);
        return copy;
    }

    @Nullable
    Registration find(String name) {
        return registrations.get(name);
    }

    List<TaskKind> kinds() {
        return registrations.values().stream().map(Registration::kind).toList();
    }

    Collection<Lane> lanes() {
        return kinds().stream().map(TaskKind::lane).distinct().toList();
    }
}
